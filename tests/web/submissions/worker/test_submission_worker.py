"""The engine in this process: every submission ends exactly once."""

import errno
import threading
from contextlib import suppress
from typing import Any

import pytest
from django.db import OperationalError
from msgspec.structs import replace

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import MachineError, OperatorError, ResourceShortage, SandboxUnavailable
from kriterion.sandbox import stoppable
from kriterion.sandbox.image import HOST
from kriterion.sandbox.run import Limits, Outcome, Run
from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.database import disk
from kriterion.web.submissions.engines.current_engine import use_engine
from kriterion.web.submissions.engines.local_engine import LocalEngine
from kriterion.web.submissions.models import Loss, Submission, SubmissionState, Worker
from kriterion.web.submissions.queue import attempt_conclusion as conclusion
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.workers import count_slots, select_live_workers
from kriterion.web.submissions.services.cancel import cancel
from kriterion.web.submissions.services.submit import requeue_submission
from kriterion.web.submissions.worker import machine_faults, submission_worker
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.rehearsed import Rehearsed
from tests.web.queue_fixtures import HandIn, Start
from tests.web.rehearsal import (
    PATIENCE_SECONDS,
    Watch,
    assess_at_once,
    assess_until_stopped,
    make_assessment,
    wait_until,
)

pytestmark = pytest.mark.django_db(transaction=True)

QUEUED, RUNNING = SubmissionState.QUEUED, SubmissionState.RUNNING
FINISHED, FAILED = SubmissionState.FINISHED, SubmissionState.FAILED


def state(submission: Submission) -> str:
    submission.refresh_from_db()
    return submission.state


def test_a_submission_is_assessed(start: Start, submit: HandIn, anna: User) -> None:
    waited = submit(anna)
    engine = start(assess_at_once)
    wait_until(lambda: state(waited) == FINISHED)
    given = submit(anna)
    wait_until(lambda: state(given) == FINISHED)
    assert (given.status, given.accepted, given.summary) == ("correct", True, "well done")
    assert given.attempt == 1
    assert given.worker == ""
    assert given.finished_at is not None
    assert given.assessment.record == make_assessment(given)
    assert given.assessment.attempt == 1
    wait_until(lambda: not engine.running())


def test_a_connection_that_breaks_while_a_worker_starts_does_not_end_it(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def break_once() -> None:
        calls.append(1)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(submission_worker, "remove_gone_workers", break_once)
    given = submit(anna)
    start(assess_at_once)
    wait_until(lambda: state(given) == FINISHED and len(calls) == 2)


def test_leases_are_renewed_while_thousands_are_blocked_or_released(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which may take longer than a lease."""
    is_releasing, released = threading.Event(), threading.Event()

    def release_slowly(*_: object) -> int:
        is_releasing.set()
        released.wait(PATIENCE_SECONDS)
        return 0

    monkeypatch.setattr(submission_worker, "release", release_slowly)
    monkeypatch.setattr(leases, "RENEW_SECONDS", 0.0)
    given = submit(anna)
    try:
        start(assess_until_stopped)
        wait_until(lambda: state(given) == RUNNING and is_releasing.is_set())
        first_end = given.lease_until
        assert first_end is not None

        def is_renewed() -> bool:
            given.refresh_from_db()
            return given.lease_until is not None and given.lease_until > first_end

        wait_until(is_renewed)
    finally:
        released.set()


def test_concurrency_is_used_and_never_exceeded(start: Start, submit: HandIn, anna: User) -> None:
    at_once_now: list[int] = []
    most = []
    all_run = threading.Barrier(3)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        at_once_now.append(submission.pk)
        most.append(len(at_once_now))
        all_run.wait(PATIENCE_SECONDS)
        at_once_now.remove(submission.pk)
        return make_assessment(submission)

    given = [submit(anna) for _ in range(12)]
    start(assess, 3)
    wait_until(lambda: all(state(submission) == FINISHED for submission in given))
    assert max(most) == 3


def test_one_at_a_time_runs_of_those_that_a_process_died_with(
    start: Start, submit: HandIn, anna: User
) -> None:
    """Otherwise the one that kills processes takes the others along until all have failed."""
    suspects = [submit(anna) for _ in range(3)]
    innocent = [submit(anna) for _ in range(3)]
    Submission.objects.filter(pk__in=[suspect.pk for suspect in suspects]).update(attempt=1)
    for suspect in suspects:
        Loss.objects.create(submission=suspect, attempt=1, worker="dead")
    running: set[int] = set()
    most: list[int] = []
    goes_on = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.pk in {suspect.pk for suspect in suspects}:
            running.add(submission.pk)
            most.append(len(running))
            assert goes_on.wait(PATIENCE_SECONDS)
            running.remove(submission.pk)
        return make_assessment(submission)

    start(assess, 3)
    wait_until(lambda: all(state(row) == FINISHED for row in innocent))
    assert sorted(state(suspect) for suspect in suspects) == [QUEUED, QUEUED, RUNNING]
    goes_on.set()
    wait_until(lambda: all(state(suspect) == FINISHED for suspect in suspects))
    assert max(most) == 1


def test_nothing_is_claimed_before_the_machine_is_ready(
    submit: HandIn,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    mended = threading.Event()
    tried = threading.Semaphore(0)

    def prepare() -> None:
        tried.release()
        if not mended.is_set():
            raise OperatorError("there is no sandbox", fix="install bubblewrap")

    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    waiting = submit(anna)
    engine = submission_worker.SubmissionWorker(1, assess=assess_at_once, prepare=prepare)
    engine.start()
    try:
        for _ in range(3):
            assert tried.acquire(timeout=PATIENCE_SECONDS)
        assert state(waiting) == QUEUED
        fault = "there is no sandbox\ninstall bubblewrap"
        assert [worker.fault for worker in select_live_workers()] == [fault]
        assert count_slots() == 0
        mended.set()
        wait_until(lambda: state(waiting) == FINISHED)
        assert [worker.fault for worker in select_live_workers()] == [""]
        assert count_slots() == 1
    finally:
        engine.stop()
    messages = [record.getMessage() for record in caplog.records]
    fault = "nothing can be assessed yet: there is no sandbox\ninstall bubblewrap"
    assert messages == [fault, "submissions can be assessed"]


@pytest.mark.parametrize(
    ("error", "messages"),
    [
        (MachineError("the disk is full"), "the disk is full"),
        (ZeroDivisionError("oh"), "Kriterion itself failed: ZeroDivisionError: oh"),
    ],
)
def test_a_machine_failure_is_retried_and_never_a_verdict(
    start: Start,
    submit: HandIn,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    messages: str,
) -> None:
    monkeypatch.setattr(conclusion, "BACK_OFF", (conclusion.BACK_OFF[0] / 100,) * 3)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        raise error

    start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == FAILED)
    assert (given.attempt, given.failures, given.failure) == (4, 4, messages)
    assert given.status == Status.UNKNOWN
    assert not hasattr(given, "assessment")


def test_a_sandbox_that_breaks_while_running_stops_claims_and_counts_no_failure(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    broken, mended = threading.Event(), threading.Event()
    fault = SandboxUnavailable("no sandbox", fix="install it")

    def prepare() -> None:
        if broken.is_set() and not mended.is_set():
            raise fault

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if not mended.is_set():
            broken.set()
            raise fault
        return make_assessment(submission)

    given = [submit(anna) for _ in range(3)]
    engine = submission_worker.SubmissionWorker(1, assess=assess, prepare=prepare)
    engine.start()
    try:
        wait_until(
            lambda: [worker.fault for worker in select_live_workers()] == ["no sandbox\ninstall it"]
        )
        wait_until(lambda: not engine.running())
        assert [state(submission) for submission in given] == [QUEUED] * 3
        mended.set()
        wait_until(lambda: all(state(submission) == FINISHED for submission in given))
    finally:
        engine.stop()
    assert [submission.failures for submission in given] == [0] * 3
    assert sum(submission.attempt for submission in given) == 4  # it was tried once in vain


def test_a_worker_whose_runs_all_exceed_their_limits_stops_working(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lease is renewed, its sandbox works, and no slot is free: nothing else shows it."""
    monkeypatch.setattr(submission_worker, "ANNOUNCE_SECONDS", 0.0)
    monkeypatch.setattr(stoppable, "GRACE_SECONDS", -1e9)
    released = threading.Event()

    class Hanging(Rehearsed):
        def run(self, run: Run, **options: Any) -> Outcome:
            released.wait(PATIENCE_SECONDS)
            return super().run(run, **options)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.pk != quick.pk:
            sandbox = stoppable.StoppableSandbox(Hanging(MachineError("it has ended")), stopped)
            with suppress(MachineError):
                sandbox.run(Run(command=("true",), image=HOST, limits=Limits(wall_seconds=60)))
        return make_assessment(submission)

    quick = submit(anna)
    engine = start(assess, 2)
    wait_until(lambda: state(quick) == FINISHED)
    one = submit(anna)
    wait_until(lambda: engine._logged_overdue)
    assert [worker.fault for worker in select_live_workers()] == [""]  # a slot is free
    other = submit(anna)
    wait_until(lambda: count_slots() == 0)
    (worker,) = select_live_workers()
    assert f"submissions {one.pk}, {other.pk}\n" in worker.fault
    assert not engine.fault  # the machine is well
    released.set()
    wait_until(lambda: state(other) == state(one) == FINISHED)
    wait_until(lambda: count_slots() == 2)


@pytest.mark.long(reason="a fault trial: each waits until the machine is tried again")
@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EMFILE, "Too many open files"),
        OSError(errno.ENOSPC, "No space left on device"),
        BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"),
        MemoryError(),
        RuntimeError("can't start new thread"),
        ResourceShortage("the machine has no room for a run"),
    ],
)
@pytest.mark.parametrize("kind", [None, MachineError, OperatorError])
def test_a_full_machine_counts_no_failure_of_the_submission(
    start: Start,
    submit: HandIn,
    anna: User,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    kind: type[Exception] | None,
) -> None:
    """Even if its sandbox starts when it is tried, and whatever the error has become on its way."""
    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    left = iter(range(machine_faults.MAX_EXCUSES))

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if next(left, None) is None:
            return make_assessment(submission)
        try:
            raise error
        except Exception as cause:
            if kind is None:
                raise
            raise kind("a run could not be made") from cause

    start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == FINISHED)
    assert given.failures == 0


def test_a_submission_fails_after_repeated_failures_on_a_working_machine(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody keeps a worker from all others with one submission."""
    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(conclusion, "BACK_OFF", (conclusion.BACK_OFF[0] / 100,) * 3)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == FAILED)
    assert given.attempt == machine_faults.MAX_EXCUSES + 4


def test_a_failure_is_not_counted_when_the_machine_fails_its_probe_too(
    submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    broken = threading.Event()
    faults = iter([True])
    tried = threading.Semaphore(0)

    def prepare() -> None:
        tried.release()
        if broken.is_set():
            raise MachineError("a run did not start within 60 seconds")

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if next(faults, None):
            broken.set()
            raise MachineError("a run could not be prepared")
        return make_assessment(submission)

    given = submit(anna)
    engine = submission_worker.SubmissionWorker(1, assess=assess, prepare=prepare)
    engine.start()
    try:
        for _ in range(4):
            assert tried.acquire(timeout=PATIENCE_SECONDS)
        wait_until(lambda: state(given) == QUEUED)
        assert engine.fault == "a run did not start within 60 seconds"
        broken.clear()
        wait_until(lambda: state(given) == FINISHED)
    finally:
        engine.stop()
    assert (given.failures, given.attempt) == (0, 2)


def test_a_full_disk_stops_claims_before_a_run_hits_it(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_faults, "FIRST_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(machine_faults, "DISK_SECONDS", 0.0)
    monkeypatch.setattr(disk, "FREE_BYTES", 1 << 62)
    engine = start(assess_at_once)
    given = submit(anna)
    wait_until(lambda: "bytes are left" in engine.fault)
    assert state(given) == QUEUED
    monkeypatch.setattr(disk, "FREE_BYTES", 0)
    wait_until(lambda: state(given) == FINISHED)
    assert (given.failures, given.attempt) == (0, 1)


def test_characters_the_database_rejects_are_replaced(
    start: Start, submit: HandIn, anna: User
) -> None:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        right = make_assessment(submission)
        assert right.judge is not None
        return replace(right, judge=replace(right.judge, summary="a\0b\ud800"))

    start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == FINISHED)
    assert given.summary == "a\N{REPLACEMENT CHARACTER}b?"
    record = given.assessment.record
    assert record.judge is not None
    assert record.judge.summary == "a\0b?"


def test_a_bug_triggered_by_one_submission_harms_no_other(
    start: Start, submit: HandIn, anna: User
) -> None:
    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.files["a.py"] == "odd":
            return "no record"  # type: ignore[return-value]
        return make_assessment(submission)

    odd, given = submit(anna, "odd"), submit(anna)
    start(assess)
    wait_until(lambda: state(given) == FINISHED)
    wait_until(lambda: state(odd) == QUEUED)
    assert "Kriterion itself failed" in odd.failure


def test_a_submission_that_failed_once_is_assessed_on_the_next_try(
    start: Start, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conclusion, "BACK_OFF", (conclusion.BACK_OFF[0] / 100,) * 3)

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.attempt == 1:
            raise MachineError("a hiccup")
        return make_assessment(submission)

    start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == FINISHED)
    assert (given.attempt, given.failures, given.failure) == (2, 1, "")


def test_a_submission_failed_by_the_machine_can_be_retried(
    start: Start, submit: HandIn, anna: User
) -> None:
    given = submit(anna)
    assert not requeue_submission(given)  # it waits
    Submission.objects.filter(pk=given.pk).update(state=FAILED, failures=4, failure="broken")
    start(assess_at_once)
    assert requeue_submission(given)
    wait_until(lambda: state(given) == FINISHED)
    assert given.failures == 0
    assert not requeue_submission(given)


def test_a_waiting_submission_is_cancelled_at_once(submit: HandIn, anna: User) -> None:
    given = submit(anna)
    assert cancel(given, anna)
    assert state(given) == SubmissionState.CANCELLED
    assert given.finished_at is not None
    assert not cancel(given, anna)
    assert not AuditEntry.objects.exists()


def test_a_running_submission_is_cancelled_quickly(
    start: Start, submit: HandIn, anna: User
) -> None:
    start(assess_until_stopped)
    given = submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    assert cancel(given, anna)
    wait_until(lambda: state(given) == SubmissionState.CANCELLED)
    assert given.attempt == 1


def test_a_worker_sees_a_cancellation_by_another_process(
    start: Start, submit: HandIn, anna: User
) -> None:
    start(assess_until_stopped)
    given = submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    Submission.objects.filter(pk=given.pk).update(cancel_asked=True)
    wait_until(lambda: state(given) == SubmissionState.CANCELLED)


def test_a_worker_sees_a_submission_made_in_another_process(
    start: Start, submit: HandIn, anna: User
) -> None:
    start(assess_at_once)
    use_engine(LocalEngine())  # wakes no worker here
    given = submit(anna)
    wait_until(lambda: state(given) == FINISHED)


def test_cancelling_anothers_submission_is_audited(submit: HandIn, anna: User, bram: User) -> None:
    given = submit(anna)
    cancel(given, bram)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action, entry.object_id) == (
        bram,
        "submission.cancel",
        str(given.pk),
    )


def test_a_clean_stop_requeues_running_submissions_without_a_failure(
    start: Start, submit: HandIn, anna: User
) -> None:
    engine = start(assess_until_stopped)
    given, waits = submit(anna), submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    assert Worker.objects.get().concurrency == 1
    engine.stop()
    assert state(given) == QUEUED
    assert (given.failures, given.worker, given.lease_until) == (0, "", None)
    assert state(waits) == QUEUED
    assert not Worker.objects.exists()
    start(assess_at_once)
    wait_until(lambda: state(given) == FINISHED)
    assert given.attempt == 2


def test_a_drained_worker_lets_its_runs_end_and_claims_nothing_new(
    start: Start, submit: HandIn, anna: User
) -> None:
    goes_on = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        assert goes_on.wait(PATIENCE_SECONDS)
        return make_assessment(submission)

    worker = start(assess)
    given, waits = submit(anna), submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    draining = threading.Thread(target=worker.drain, args=(PATIENCE_SECONDS, threading.Event()))
    draining.start()
    assert draining.is_alive()
    goes_on.set()
    draining.join()
    worker.stop()
    assert (state(given), given.attempt) == (FINISHED, 1)
    assert (state(waits), waits.attempt) == (QUEUED, 0)


@pytest.mark.parametrize("is_hurried", [True, False])
def test_what_does_not_end_within_the_grace_time_is_requeued(
    start: Start, submit: HandIn, anna: User, is_hurried: bool
) -> None:
    worker = start(assess_until_stopped)
    given = submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    hurry = threading.Event()
    if is_hurried:
        hurry.set()
    worker.drain(1e6 if is_hurried else 0.05, hurry)
    assert state(given) == RUNNING
    worker.stop()
    assert (state(given), given.failures) == (QUEUED, 0)


def test_a_worker_is_done_when_nothing_runs_or_can_be_claimed(
    start: Start, submit: HandIn, anna: User
) -> None:
    goes_on = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        assert goes_on.wait(PATIENCE_SECONDS)
        return make_assessment(submission)

    worker = start(assess)
    wait_until(worker.is_done)  # once the periodic work of a new site is done
    given, waits = submit(anna), submit(anna)
    assert not worker.is_done()
    wait_until(lambda: state(given) == RUNNING)
    assert not worker.is_done()
    goes_on.set()
    wait_until(worker.is_done)
    assert state(given) == state(waits) == FINISHED


def test_a_worker_presumed_dead_does_no_harm(start: Start, submit: HandIn, anna: User) -> None:
    """Its lease ran out, another worker found something, and then it comes with its own result."""
    goes_on = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        goes_on.wait()
        return make_assessment(submission, Status.WRONG)

    engine = start(assess)
    given = submit(anna)
    wait_until(lambda: state(given) == RUNNING)
    Submission.objects.filter(pk=given.pk).update(attempt=2, worker="another")
    given.refresh_from_db()
    conclusion.finish(given, make_assessment(given))
    goes_on.set()
    wait_until(lambda: not engine.running())
    assert state(given) == FINISHED
    assert given.status == Status.CORRECT
    assert given.assessment.attempt == 2
