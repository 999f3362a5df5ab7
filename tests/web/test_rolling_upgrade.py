"""A worker started before the migration waits for it, and one of an older version ends after it."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kriterion.cli.exit_status import OUTDATED
from kriterion.cli.server.data_directory import prepare_directory
from tests.web.forked_program import ForkedProgram, run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, data_directory, make_environment
from tests.web.site_python import run_crowd, run_python

pytestmark = [
    pytest.mark.machine,
    pytest.mark.long(reason="a worker's process on a database that is migrated meanwhile"),
]

OLD = ("submissions", "0009_submissions_of_a_member")
WORKERS = (
    "import json; from django.db import connection as c; k = c.cursor();"
    "k.execute('SELECT fault FROM submissions_worker');"
    "print(json.dumps([fault for (fault,) in k.fetchall()]))"
)
MIGRATE_FURTHER = (
    "from django.db import connection; from django.db.migrations.recorder import MigrationRecorder;"
    "MigrationRecorder(connection).record_applied('submissions', '0099_of_tomorrow')"
)


@contextmanager
def working(environment: dict[str, str], release: Path) -> Iterator["subprocess.Popen[str]"]:
    command = (sys.executable, "-m", "tests.web.submissions.upgraded_worker", str(release))
    process = ForkedProgram(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def read_until(process: "subprocess.Popen[str]", words: str) -> str:
    """Return the line of the worker that contains these words."""
    assert process.stderr is not None
    for line in process.stderr:
        if words in line:
            return line
    pytest.fail(f"the worker ended with {process.wait()}")


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_workers_of_two_versions_meet_a_migration(database: str, tmp_path: Path) -> None:
    with data_directory() as data:
        if database == "sqlite":
            follow_an_upgrade(make_environment(data), data, tmp_path / "release")
        else:
            with cluster() as made:
                environment = {**make_environment(data), "DATABASE_URL": made.url}
                follow_an_upgrade(environment, data, tmp_path / "release")


def follow_an_upgrade(environment: dict[str, str], data: Path, release: Path) -> None:
    def run(*command: str) -> str:
        return run_forked(command, environment, check=True).stdout

    def shell(program: str) -> str:
        return run_python(environment, program)

    def rows() -> list[tuple[str, int, int]]:
        found = json.loads(run_crowd(environment, "report"))
        return [(row["state"], row["attempt"], row["failures"]) for row in found]

    prepare_directory(data, demo=False)
    run(*KRITERION, "manage", "migrate", *OLD, "--verbosity=0")
    with working(environment, release) as worker:
        waiting = read_until(worker, "waits until a site migrates the database")
        assert "migrations missing" in waiting
        while not (faults := json.loads(shell(WORKERS))):
            time.sleep(0.2)
        assert "waits until a site migrates the database" in faults[0]

        run(*KRITERION, "manage", "migrate", "--verbosity=0")
        read_until(worker, "working as")
        run_crowd(environment, "hand-in", "1")
        while rows() != [("running", 1, 0)]:
            time.sleep(0.2)

        shell(MIGRATE_FURTHER)
        read_until(worker, "this worker claims nothing more, and ends")
        run_crowd(environment, "hand-in-more", "1")
        assert rows() == [("running", 1, 0), ("queued", 0, 0)]
        release.touch()
        assert worker.wait() == OUTDATED
    assert rows() == [("finished", 1, 0), ("queued", 0, 0)]
    with working(environment, release) as worker:
        read_until(worker, "install the newer one for this worker")
        assert worker.wait() == OUTDATED
