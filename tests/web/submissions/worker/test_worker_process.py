"""The workers' process is started again when it dies, and ends with the process of the site."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kriterion.web.submissions.queue.notifications import subscribe, unsubscribe
from kriterion.web.submissions.worker import worker_process
from kriterion.web.submissions.worker.hint_channel import (
    Hint,
    HintChannel,
    HintKind,
    inherit_channel,
    open_channel,
)
from kriterion.web.submissions.worker.site_link import SiteLink
from kriterion.web.submissions.worker.worker_process import WorkerProcess

# Answers each hint with a change of submission 0, and ends when the channel does.
ECHO = """
import socket, sys
end = socket.socket(fileno=int(sys.argv[1]))
end.send(b'{"kind":"ready","text":"%s"}' % sys.argv[2].encode())
while message := end.recv(9999):
    end.send(message.replace(b"installed", b"changed"))
"""
DEAF = "import time; time.sleep(3600)"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "FIRST_PAUSE_SECONDS", 0.01)


def make(program: str, *words: str) -> Callable[[int], tuple[str, ...]]:
    return lambda channel: (sys.executable, "-c", program, str(channel), *words)


@contextmanager
def running(process: WorkerProcess) -> Iterator[WorkerProcess]:
    process.start()
    try:
        yield process
    finally:
        process.stop()


def test_workers_of_a_site_that_is_older_than_the_database_are_not_started_again() -> None:
    ended = WorkerProcess(make("raise SystemExit(75)"), outdated_status=75)
    with running(ended) as process:
        assert "restart the site" in process.wait_for_report(60)
        process.stop()  # it has ended already
        assert process.pid is None


@contextmanager
def watch_changes() -> Iterator["ChangeList"]:
    changes = ChangeList()
    subscribe(changes.add)
    try:
        yield changes
    finally:
        unsubscribe(changes.add)


class ChangeList:
    """The submissions that this process was notified of."""

    def __init__(self) -> None:
        self._seen: set[int] = set()
        self._condition = threading.Condition()

    def add(self, submission_id: int) -> None:
        with self._condition:
            self._seen.add(submission_id)
            self._condition.notify_all()

    def contains(self, submission_id: int) -> bool:
        return submission_id in self._seen

    def wait_for(self, submission_id: int) -> None:
        with self._condition:
            assert self._condition.wait_for(lambda: submission_id in self._seen, timeout=60)


def test_hints_reach_the_workers_and_their_changes_reach_the_site() -> None:
    with watch_changes() as changes, running(WorkerProcess(make(ECHO, ""))) as process:
        assert process.wait_for_report(60) == ""
        process.request_recheck()
        changes.wait_for(0)


def test_the_site_knows_why_the_workers_cannot_assess() -> None:
    with running(WorkerProcess(make(ECHO, "no sandbox"))) as process:
        assert process.wait_for_report(60) == "no sandbox"


def test_a_killed_process_is_started_again() -> None:
    with watch_changes() as changes, running(WorkerProcess(make(ECHO, ""))) as process:
        process.wait_for_report(60)
        before = process.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        while process.pid in (None, before):
            threading.Event().wait(0.01)
        while not changes.contains(0):  # what is sent before it listens may be lost
            process.request_recheck()
            threading.Event().wait(0.01)


def test_a_process_that_fails_at_once_is_reported_and_started_again() -> None:
    failing = "import sys; sys.exit(3)"
    with running(WorkerProcess(make(failing))) as process:
        assert "ended with status 3; it is started again" in process.wait_for_report(60)


def test_a_process_that_cannot_be_started_is_tried_again() -> None:
    errors = [RuntimeError("can't start new thread"), OSError(11, "no room for a process")]

    def make_command(channel: int) -> tuple[str, ...]:
        if errors:
            raise errors.pop()
        return make(ECHO, "")(channel)

    with running(WorkerProcess(make_command)) as process:
        while process.pid is None:
            threading.Event().wait(0.01)


def test_stopping_ends_the_process(tmp_path: Path) -> None:
    process = WorkerProcess(make(ECHO, ""))
    with running(process):
        process.wait_for_report(60)
        pid = process.pid
    assert process.pid is None
    assert not Path(f"/proc/{pid}").exists()


def test_a_process_that_does_not_end_is_killed() -> None:
    process = WorkerProcess(make(DEAF), stop_seconds=0.01)
    process.start()
    while process.pid is None:
        threading.Event().wait(0.01)
    pid = process.pid
    process.stop()
    assert not Path(f"/proc/{pid}").exists()


def test_the_workers_stop_when_the_site_has_died() -> None:
    site, theirs = open_channel()
    stopped = threading.Event()
    link = SiteLink(HintChannel(theirs), request_stop=stopped.set, stop_seconds=3600)
    link.start("")
    assert site.receive() == Hint(HintKind.READY)
    site.close()
    assert stopped.wait(60)


def test_a_process_whose_runs_do_not_end_ends_without_them() -> None:
    program = """
import sys, threading
import django
django.setup()
from kriterion.web.submissions.worker.hint_channel import inherit_channel
from kriterion.web.submissions.worker.site_link import SiteLink
channel = inherit_channel(int(sys.argv[1]))
SiteLink(channel, request_stop=lambda: None, stop_seconds=0.01).start("")
threading.Event().wait()
"""
    site, theirs = open_channel()
    with theirs:
        child = subprocess.Popen(
            (sys.executable, "-c", program, str(theirs.fileno())),
            pass_fds=(theirs.fileno(),),
            stderr=subprocess.DEVNULL,
        )
    assert site.receive() == Hint(HintKind.READY)
    site.close()
    assert child.wait() == 1


def test_hints_that_nobody_reads_are_dropped_and_long_texts_cut_off() -> None:
    site, theirs = open_channel()
    workers = HintChannel(theirs)
    workers.send(Hint(HintKind.READY, text="é" * 100_000))
    received = site.receive()
    assert received is not None
    assert 100 < len(received.text) < 10_000
    for number in range(10_000):
        site.send(Hint(HintKind.INSTALLED, number))
    assert workers.receive() == Hint(HintKind.INSTALLED, 0)
    workers.close()
    site.send(Hint(HintKind.INSTALLED, 1))
    assert site.receive() is None


def test_a_text_with_the_name_of_any_file_can_be_sent() -> None:
    site, theirs = open_channel()
    HintChannel(theirs).send(Hint(HintKind.READY, text="no \udcff"))
    assert site.receive() == Hint(HintKind.READY, text="no ?")


def test_unreadable_hints_are_skipped() -> None:
    site, theirs = open_channel()
    theirs.send(b'{"kind":"unknown"}')
    theirs.send(b"\xff")
    theirs.send(b'{"kind":"changed","submission":3}')
    assert site.receive() == Hint(HintKind.CHANGED, 3)


@pytest.mark.parametrize("descriptor", [0, 2, 65_000])
def test_a_descriptor_that_is_no_channel_is_refused(descriptor: int) -> None:
    with pytest.raises(OSError, match=r"channel|Bad file"):
        inherit_channel(descriptor)
