"""Two concurrent runs: one exhausts every per-user resource, the other is unaffected."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import pytest

from kriterion.sandbox.backends.bubblewrap.bubblewrap import Bubblewrap
from kriterion.sandbox.directory_tree import make_tree
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import MIB, Ending, Limits, Outcome, Run
from tests.sandbox.subordinate import WithSubordinateUids

pytestmark = pytest.mark.machine

PROGRAM = (Path(__file__).with_name("fixtures") / "interference" / "counters.py").read_bytes()
COUNTERS = (
    "descriptors_in_flight",
    "inotify_instances",
    "inotify_watches",
    "epoll_watches",
    "pipe_pages",
    "pending_signals",
    "timers",
    "locked_memory",
    "message_queues",
    "processes",
    "keys",
)
# Nobody is ended for taking so much: only what the kernel counts for a user is to end.
LIMITS = Limits(
    cpu_seconds=120.0,
    idle_seconds=120.0,
    wall_seconds=240.0,
    memory_bytes=1024 * MIB,
)


def counting_run(action: str, *names: str, stdin: bytes = b"") -> Run:
    return Run(
        command=("/usr/bin/python3", "/mnt/counters/counters.py", action, *names),
        image=HOST,
        trees={"/mnt/counters": make_tree({"counters.py": PROGRAM})},
        stdin=stdin,
        limits=LIMITS,
        submitter="hostile" if action == "exhaust" else "honest",
    )


class Executes(Protocol):
    def run(
        self, run: Run, *, receive: Callable[[bytes], None], cancelled: threading.Event
    ) -> Outcome: ...


@contextmanager
def exhausted(sandbox: Executes, *names: str) -> Iterator[list[str]]:
    """While the context lasts, a run holds all that there is of these."""
    finished, ended = threading.Event(), threading.Event()
    messages: list[bytes] = []
    outcomes: list[Outcome] = []

    def receive(piece: bytes) -> None:
        messages.append(piece)
        if b"".join(messages).endswith(b"HELD\n"):
            finished.set()

    def take() -> None:
        run = counting_run("exhaust", *names)
        try:
            outcomes.append(sandbox.run(run, receive=receive, cancelled=ended))
        finally:
            finished.set()

    thread = threading.Thread(target=take)
    thread.start()
    try:
        finished.wait()
        lines = b"".join(messages).decode().splitlines()
        assert lines[-1:] == ["HELD"], (lines, outcomes)
        yield lines
    finally:
        ended.set()
        thread.join()
    assert outcomes[0].ending is Ending.CANCELLED


Sandboxed = Bubblewrap | WithSubordinateUids


@pytest.fixture(scope="module", params=["root", "subordinate uids"])
def separated(request: pytest.FixtureRequest, bubblewrap: Bubblewrap) -> Iterator[Sandboxed]:
    """Sandboxes in which each run has a uid of its own."""
    if os.geteuid() != 0:
        pytest.skip("only root can make the users that this needs")
    if request.param == "root":
        yield bubblewrap
        return
    if not (shutil.which("newuidmap") and shutil.which("unshare")):
        pytest.skip("uidmap is not installed")
    with WithSubordinateUids() as sandbox:
        yield sandbox


def test_concurrent_runs_have_different_users(separated: Sandboxed) -> None:
    outcome = separated.run(counting_run("need"))
    assert outcome.enforced["other runs"] == "own uid"


@pytest.mark.long(reason="a fault trial: each resource, exhausted beside a run")
@pytest.mark.parametrize("counter", COUNTERS)
def test_a_run_does_not_lack_what_another_exhausts(separated: Sandboxed, counter: str) -> None:
    quiet = separated.run(counting_run("need", counter))
    assert quiet.stdout.decode().splitlines() == [f"{counter} fine"], quiet
    with exhausted(separated, counter) as taken:
        beside = separated.run(counting_run("need", counter))
    assert beside.stdout == quiet.stdout, taken


def test_the_test_itself_detects_interference(bubblewrap: Bubblewrap) -> None:
    """In one run, where all processes are one user, the same things are lacking."""
    lacking = "descriptors_in_flight", "inotify_instances", "pending_signals", "message_queues"
    names = " ".join(lacking)
    script = (
        f"mkfifo /tmp/ready; python3 counters.py exhaust {names} </tmp/ready >/tmp/said &"
        " exec 9>/tmp/ready; until grep -q HELD /tmp/said; do sleep 0.1; done;"
        f" python3 counters.py need {names}"
    )
    run = counting_run("need")
    outcome = bubblewrap.run(
        Run(
            command=("/bin/sh", "-c", script),
            image=HOST,
            trees=run.trees,
            working_directory="/mnt/counters",
            limits=LIMITS,
        )
    )
    assert b"fine" not in outcome.stdout, outcome
    assert len(outcome.stdout.splitlines()) == len(lacking)
