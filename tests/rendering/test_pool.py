"""Renderer processes: whatever a job does to one, everybody gets an answer."""

import os
import signal
import sys
import threading
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from benchmarks.slow_submissions import list_slow_submissions, make_ordinary_submission
from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.rendering import process_handle as children
from kriterion.rendering.jobs import Care, FeedbackHtml, FeedbackJob, RenderedComparison
from kriterion.rendering.pool import MAXIMUM_WAITING, BusyError, Pool
from kriterion.rendering.process_handle import Child, GaveUpError, LostError
from kriterion.rendering.process_limits import ProcessBounds
from tests.rendering.jobs import make_comparison_job, make_feedback_job

PATIENCE_SECONDS = 120
SHORT = ProcessBounds(piece_seconds=0.05, whole_seconds=0.2, process_seconds=2)


@cache
def slow_records() -> dict[str, AssessmentRecord]:
    """Return records that take long to render, by name. Making them takes seconds."""
    return {slow.name: slow.record for slow in list_slow_submissions()}


def slow_job(name: str) -> FeedbackJob:
    return make_feedback_job(slow_records()[name])


def get_feedback(pending: Future[Any]) -> str:
    result = pending.result(PATIENCE_SECONDS)
    assert isinstance(result, FeedbackHtml)
    return result.feedback


def test_a_job_is_rendered_in_another_process() -> None:
    pending = Pool().submit("a", make_feedback_job(make_ordinary_submission().record), "ada")
    assert "source-keyword" in get_feedback(pending)


def test_a_job_that_is_cancelled_while_it_waits_stops_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = Pool(1)
    with monkeypatch.context() as patch:
        patch.setattr(pool, "_start_one", lambda: None)  # both wait
        cancelled = pool.submit("a", make_comparison_job(("a", "b")), "ada")
        assert cancelled.cancel()
        again = pool.submit("a", make_comparison_job(("a", "b")), "ada")
    pool.warm()
    assert isinstance(again.result(PATIENCE_SECONDS), RenderedComparison)
    next_one = pool.submit("b", make_comparison_job(("a", "b")), "ben")
    assert isinstance(next_one.result(PATIENCE_SECONDS), RenderedComparison)


@pytest.mark.long(reason="renders until the limit")
def test_a_slow_piece_is_plain_and_the_next_job_is_rendered() -> None:
    pool = Pool(1, SHORT)
    slow = pool.submit("a", slow_job("code java 'a b\\n'"), "ada")
    next_one = pool.submit("b", make_comparison_job(("a", "b")), "ben")
    assert "Shown without colours" in get_feedback(slow)
    assert isinstance(next_one.result(PATIENCE_SECONDS), RenderedComparison)


@pytest.mark.long(reason="waits for the end of a process")
def test_a_job_that_kills_its_process_is_shown_as_plain_text() -> None:
    pool = Pool(1, ProcessBounds(piece_seconds=60, whole_seconds=60, process_seconds=1))
    slow = pool.submit("a", slow_job("messages java 'a b\\n'"), "ada")
    assert "takes too long" in get_feedback(slow)


@pytest.mark.long(reason="waits for limits of time")
def test_a_process_that_exceeds_its_limits_reports_that_by_its_exit() -> None:
    child = Child(ProcessBounds(piece_seconds=60, whole_seconds=60, process_seconds=0.1))
    try:
        with pytest.raises(GaveUpError):
            child.render(slow_job("code java 'a b\\n'"))
    finally:
        child.close()


def test_a_process_killed_from_outside_is_a_machine_error() -> None:
    child = Child(ProcessBounds())
    child.render(make_comparison_job(("a", "b")))
    os.kill(child.pid, signal.SIGKILL)
    try:
        with pytest.raises(LostError):
            child.render(make_comparison_job(("a", "b")))
    finally:
        child.close()


def test_a_process_that_cannot_start_is_the_machines_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise everything rendered meanwhile would be kept as impossible to render."""
    monkeypatch.setattr(sys, "executable", "/bin/false")
    child = Child(ProcessBounds())
    try:
        with pytest.raises(LostError):
            child.render(make_comparison_job(("a", "b")))
    finally:
        child.close()


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT])
def test_a_crash_of_a_process_is_not_the_machines_fault(number: int) -> None:
    child = Child(ProcessBounds())
    child.render(make_comparison_job(("a", "b")))
    os.kill(child.pid, number)
    try:
        with pytest.raises(GaveUpError):
            child.render(make_comparison_job(("a", "b")))
    finally:
        child.close()


def test_an_error_of_a_job_is_not_the_machines_fault() -> None:
    job = replace(
        make_feedback_job(make_ordinary_submission().record), document=b"nothing compressed"
    )
    child = Child(ProcessBounds())
    try:
        with pytest.raises(GaveUpError):
            child.render(job)
    finally:
        child.close()


def test_an_unresponsive_process_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    child = Child(ProcessBounds())
    child.render(make_comparison_job(("a", "b")))
    monkeypatch.setattr(children, "ANSWER_SECONDS", 0.05)
    os.kill(child.pid, signal.SIGSTOP)
    try:
        with pytest.raises(LostError):
            child.render(make_comparison_job(("a", "b")))
    finally:
        child.close()


def test_processes_have_no_secrets_in_their_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KRITERION_SECRET_OF_TEST", "1")
    child = Child(ProcessBounds())
    try:
        child.render(make_comparison_job(("a", "b")))
        environment = Path(f"/proc/{child.pid}/environ").read_bytes()
        assert b"KRITERION_SECRET_OF_TEST" not in environment
    finally:
        child.close()


class Scripted(Pool):
    """Processes that only note what they are asked for, once they may begin."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may_begin = threading.Event()
        self.began: list[str] = []
        self.fails = False

    def _start_child(self) -> None:
        return None

    def _render_with_retries(self, job: Any, child: Any) -> Any:
        self.may_begin.wait(PATIENCE_SECONDS)
        self.began.append(job.titles[0])
        if self.fails:
            raise LostError("gone")
        return RenderedComparison(panels=()), None


def titled(title: str) -> Any:
    job = make_comparison_job()
    return type(job)(pairs=(), titles=(title, ""), audience=job.audience)


def test_owners_take_turns() -> None:
    pool = Scripted()
    mine = [pool.submit(f"ada {n}", titled(f"ada {n}"), "ada") for n in range(5)]
    theirs = pool.submit("ben", titled("ben"), "ben")
    pool.may_begin.set()
    for pending in (*mine, theirs):
        pending.result(PATIENCE_SECONDS)
    assert pool.began.index("ben") <= 2
    assert sorted(pool.began) == ["ada 0", "ada 1", "ada 2", "ada 3", "ada 4", "ben"]


def test_one_owner_does_not_fill_the_queue() -> None:
    pool = Scripted()
    with pytest.raises(BusyError):
        for number in range(MAXIMUM_WAITING + 2):
            pool.submit(str(number), titled(str(number)), "ada")
    pool.submit("ben", titled("ben"), "ben")
    pool.may_begin.set()


def test_identical_jobs_are_rendered_once() -> None:
    pool = Scripted()
    done: list[object] = []
    first = pool.submit("a", titled("a"), "ada", done.append)
    assert pool.submit("a", titled("a"), "ben") is first
    pool.may_begin.set()
    first.result(PATIENCE_SECONDS)
    assert pool.began == ["a"]
    assert done == [first]


def test_a_machine_failure_is_reported_and_the_next_job_is_tried() -> None:
    pool = Scripted()
    pool.fails = True
    pool.may_begin.set()
    with pytest.raises(LostError):
        pool.submit("a", titled("a"), "ada").result(PATIENCE_SECONDS)
    pool.fails = False
    assert pool.submit("b", titled("b"), "ada").result(PATIENCE_SECONDS)


def test_a_job_that_kills_every_process_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    cares: list[Care] = []

    def give_up(_: Child, job: Any) -> Any:
        cares.append(job.care)
        raise GaveUpError

    monkeypatch.setattr(Child, "render", give_up)
    pending = Pool(1).submit("a", make_comparison_job(("a", "b")), "ada")
    assert pending.result(PATIENCE_SECONDS) is None
    assert cares == [Care.FULL, Care.PLAIN]


def test_if_no_thread_can_start_the_next_request_starts_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    pool = Scripted()
    pool.may_begin.set()
    with monkeypatch.context() as full:
        full.setattr(threading.Thread, "start", refuse)
        pending = [pool.submit(name, titled(name), "ada") for name in "abc"]
    assert pool.submit("a", titled("a"), "ada") is pending[0]
    assert all(job.result(PATIENCE_SECONDS) for job in pending)


def test_two_concurrent_jobs_have_a_process_each() -> None:
    pool = Pool(2)
    both = threading.Barrier(2, timeout=PATIENCE_SECONDS)

    def render(job: Any, child: Any) -> Any:
        both.wait()
        return FeedbackHtml(), child

    pool._render_with_retries = render  # type: ignore[method-assign]
    pool._start_child = lambda: None  # type: ignore[method-assign]
    pool.warm()
    while not pool._idle:
        pass
    pending = [pool.submit(name, titled(name), "ada") for name in "ab"]
    assert all(job.result(PATIENCE_SECONDS) for job in pending)
