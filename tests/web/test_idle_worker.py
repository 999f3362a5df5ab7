"""A worker that has nothing to do settles at few queries, and holds few connections."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.web.postgresql import Cluster, cluster
from tests.web.site_process import data_directory

pytestmark = [pytest.mark.machine, pytest.mark.long(reason="measures for 10 seconds or more")]

SECONDS = 10.0
MAX_QUERIES = 2.0  # a second
MAX_CONNECTIONS = 6
WORKER = (sys.executable, "-m", "kriterion.cli.main")
# Neither what keeps a transaction together nor the check of a connection that is lent.
QUERY = re.compile(r"LOG:  (?:statement|execute [^:]*): (?!BEGIN|COMMIT|;?$)", re.MULTILINE)


@pytest.fixture
def database() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def count_queries(log: Path) -> int:
    return len(QUERY.findall(log.read_text(encoding="utf-8", errors="replace")))


def measure_queries(log: Path) -> float:
    """Return the number of queries a second, over some seconds."""
    before, since = count_queries(log), time.monotonic()
    time.sleep(SECONDS)
    return (count_queries(log) - before) / (time.monotonic() - since)


def test_an_idle_worker_settles_at_few_queries_and_connections(database: Cluster) -> None:
    with data_directory() as data:
        variables = {**os.environ, "DATABASE_URL": database.url, "KRITERION_DATA": str(data)}
        subprocess.run(
            (*WORKER, "manage", "migrate", "--verbosity", "0"), env=variables, check=True
        )
        worker = subprocess.Popen(
            (*WORKER, "worker", "--data", str(data), "--concurrency", "2"), env=variables
        )
        with psycopg.connect(database.url, autocommit=True) as connection:
            try:
                wait_for_worker(connection)
                connection.execute("ALTER SYSTEM SET log_statement = 'all'")
                connection.execute("SELECT pg_reload_conf()")
                # At first, each duty looks at everything; on a busy machine, that takes a while.
                while (asked := measure_queries(database.log)) > MAX_QUERIES:
                    pass
                held = connection.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                    " AND pid <> pg_backend_pid()"
                ).fetchone()
            finally:
                worker.terminate()
                worker.wait()
    assert held is not None
    assert 0 < held[0] <= MAX_CONNECTIONS
    assert asked > 0


def wait_for_worker(connection: psycopg.Connection) -> None:
    """Wait until a worker has reported, and has listened for a while."""
    while not connection.execute("SELECT 1 FROM submissions_worker").fetchone():
        time.sleep(0.1)
    while not connection.execute("SELECT 1 FROM procrastinate_workers").fetchone():
        time.sleep(0.1)
    time.sleep(3)
