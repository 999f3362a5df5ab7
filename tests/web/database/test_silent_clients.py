"""PostgreSQL ends the transaction of a client that fell silent."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.postgresql import Cluster, cluster
from tests.web.site_process import make_environment

# A program that falls silent within a transaction until its session is gone.
_SILENT = """
import os, sys, time
import django; django.setup()
import psycopg
from django.db import connection, transaction
from kriterion.web.database.postgresql import silent_clients
from kriterion.web.database.postgresql.direct_connection import find_direct_parameters

with connection.cursor() as cursor:  # an earlier session of the pool
    cursor.execute("SELECT 1")
if sys.argv[1] == "limited":
    silent_clients._SETTINGS["idle_in_transaction_session_timeout"] = "50ms"
    silent_clients.limit_silence()
with transaction.atomic(), connection.cursor() as cursor:
    name = "idle_in_transaction_session_timeout"
    cursor.execute("SELECT pg_backend_pid(), current_setting(%s)", [name])
    pid, limit = cursor.fetchone()
    print(limit)
    if limit != "0":
        with psycopg.connect(**find_direct_parameters()) as other:
            while other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone():
                time.sleep(0.02)
                other.rollback()
        print("gone")
        sys.stdout.flush()
        os._exit(0)
"""


@pytest.fixture
def postgresql() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.mark.long(reason="waits until the server notices")
@pytest.mark.parametrize(("kind", "printed"), [("limited", ["50ms", "gone"]), ("not", ["0"])])
def test_locks_of_a_silent_server_or_worker_are_released(
    postgresql: Cluster, tmp_path: Path, kind: str, printed: list[str]
) -> None:
    """A command, such as a backup, may compute for long within a transaction."""
    done = subprocess.run(
        (sys.executable, "-c", _SILENT, kind),
        env={**make_environment(tmp_path), "DATABASE_URL": postgresql.url},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.split() == printed
