import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from kriterion.sandbox.cgroups import run_processes as processes
from kriterion.sandbox.cgroups.run_processes import Threads

BUSY = "ulimit -t 60; while :; do :; done"  # no longer if this test is killed


@pytest.fixture
def start() -> Iterator[Callable[[str], int]]:
    with ExitStack() as started:

        def start(script: str) -> int:
            process = subprocess.Popen(["sh", "-c", script], start_new_session=True)
            started.callback(process.wait)
            started.callback(lambda: [*map(_kill, processes.find_session_processes(process.pid))])
            return process.pid

        yield start


def _kill(pid: int) -> None:
    subprocess.run(["kill", "-9", str(pid)], check=False)


def _wait_for(root: int, threads: Threads) -> None:
    while processes.count_threads(root) != threads:
        pass


@pytest.mark.parametrize(
    ("script", "runnable"),
    [
        ("sleep 1000", 0),
        (f"sleep 1000 & {BUSY}", 1),
        (f"({BUSY}) & ({BUSY}) & ({BUSY}) & wait", 3),
    ],
    ids=["asleep", "one busy", "three busy"],
)
def test_runnable_threads_are_counted(
    start: Callable[[str], int], script: str, runnable: int
) -> None:
    """Whether or not they have a processor at the moment."""
    _wait_for(start(script), Threads(runnable=runnable))


def test_a_finished_process_tree_has_no_threads() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert processes.count_threads(process.pid) == Threads(runnable=0)
