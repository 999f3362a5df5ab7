"""A worker that has nothing to do asks the database little, and holds few connections."""

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

pytestmark = pytest.mark.long(reason="measures for 20 seconds")

SECONDS = 20.0
MOST_QUERIES = 4.0  # a second; half as many once the first look of each duty is done
MOST_CONNECTIONS = 6
WORKER = (sys.executable, "-m", "kriterion.cli.main")
# Neither what keeps a transaction together nor the check of a connection that is lent.
QUERY = re.compile(r"LOG:  (?:statement|execute [^:]*): (?!BEGIN|COMMIT|;?$)", re.MULTILINE)


@pytest.fixture
def database() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def count_queries(log: Path) -> int:
    return len(QUERY.findall(log.read_text(encoding="utf-8", errors="replace")))


def test_an_idle_worker_asks_and_holds_little(database: Cluster) -> None:
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
                log = database.log
                before, since = count_queries(log), time.monotonic()
                time.sleep(SECONDS)
                # A busy machine makes the duties rarer, not more frequent.
                asked = (count_queries(log) - before) / (time.monotonic() - since)
                held = connection.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
                    " AND pid <> pg_backend_pid()"
                ).fetchone()
            finally:
                worker.terminate()
                worker.wait()
    assert held is not None
    assert 0 < held[0] <= MOST_CONNECTIONS
    assert 0 < asked <= MOST_QUERIES


def wait_for_worker(connection: psycopg.Connection) -> None:
    """Wait until a worker has reported, and has listened for a while."""
    while not connection.execute("SELECT 1 FROM submissions_worker").fetchone():
        time.sleep(0.1)
    while not connection.execute("SELECT 1 FROM procrastinate_workers").fetchone():
        time.sleep(0.1)
    time.sleep(3)
