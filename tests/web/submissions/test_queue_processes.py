"""Worker processes whose clocks differ, and whose database goes away for longer than a lease."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from kriterion.cli.server.data_directory import prepare_directory
from tests.web.forked_program import ForkedProgram, run_forked
from tests.web.postgresql import cluster
from tests.web.site_process import KRITERION, data_directory, make_environment
from tests.web.site_python import run_python

pytestmark = [
    pytest.mark.machine,
    pytest.mark.timeout(600),
    pytest.mark.long(reason="a fault trial on a running site"),
]

LEASE_SECONDS = 6.0
COUNT = (
    "import json; from django.db.models import Count;"
    "from kriterion.web.submissions.models import Loss, Submission;"
    "rows = Submission.objects.values_list('state', 'failures', 'worker', 'accepted');"
    "print(json.dumps([[s, f + Loss.objects.count(), bool(w), a] for s, f, w, a in rows]))"
)

Row = tuple[str, int, bool, bool]


@contextmanager
def worker_process(env: dict[str, str], release: Path, skew_seconds: float) -> Iterator[None]:
    command = (
        sys.executable,
        "-m",
        "tests.web.submissions.queue_worker",
        str(release),
        str(LEASE_SECONDS),
    )
    with ForkedProgram(
        (*command, str(skew_seconds)),
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield
        finally:
            process.stdin.close()


def eventually(is_so: Callable[[], bool]) -> None:
    """Wait until it is; the test's own limit ends what never comes."""
    while not is_so():
        time.sleep(0.5)


def test_skewed_clocks_and_an_outage_longer_than_a_lease_count_no_failures(tmp_path: Path) -> None:
    release = tmp_path / "release"
    with cluster() as database, data_directory() as data:
        env = {**make_environment(data), "DATABASE_URL": database.url}

        def run(*command: str) -> str:
            return run_forked(command, env, check=True).stdout

        def rows() -> list[Row]:
            return [tuple(row) for row in json.loads(run_python(env, COUNT))]

        prepare_directory(data, demo=False)
        run(*KRITERION, "manage", "migrate", "--verbosity=0")
        run(sys.executable, "-m", "tests.web.crowd", "hand-in", "6")
        with ExitStack() as stack:
            for skew_seconds in (0.0, 60.0, 3600.0, -3600.0):
                stack.enter_context(worker_process(env, release, skew_seconds))
            eventually(lambda: all(row[0] == "running" for row in rows()))
            database.stop()
            time.sleep(LEASE_SECONDS * 1.5)
            database.start()
            release.touch()
            eventually(lambda: all(row[0] == "finished" for row in rows()))
        assert rows() == [("finished", 0, False, True)] * 6
