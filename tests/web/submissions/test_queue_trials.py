"""Trials of the queue with several workers: failures count where they are caused."""

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import OperatorError
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.models import Submission, SubmissionState, Worker
from kriterion.web.submissions.queue import blocked, inability
from kriterion.web.submissions.services.submit import requeue_submission
from kriterion.web.submissions.worker import submission_worker
from kriterion.web.submissions.worker.job import Assess
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.web.queue_fixtures import HandIn
from tests.web.rehearsal import Watch, assess_at_once, make_assessment, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

QUEUED, RUNNING = SubmissionState.QUEUED, SubmissionState.RUNNING
FINISHED, BLOCKED = SubmissionState.FINISHED, SubmissionState.BLOCKED

Join = Callable[[str, Assess], SubmissionWorker]


@pytest.fixture
def join(transactional_db: None) -> Iterator[Join]:
    """Starts workers of two slots, each as if on a machine of its own."""
    engines = []

    def join(machine: str, assess: Assess) -> SubmissionWorker:
        engine = SubmissionWorker(2, assess=assess, name=f"{machine}/boot-1/1-1")
        engines.append(engine)
        use_worker(engine)
        engine.start()
        return engine

    yield join
    for engine in engines:
        engine.stop()
    use_worker(None)


def raise_image_missing(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    raise OperatorError("the image is gone", fix="make it again")


def refresh_all(values: list[Submission]) -> list[Submission]:
    for submission in values:
        submission.refresh_from_db()
    return values


def list_states(values: list[Submission]) -> set[str]:
    return {submission.state for submission in refresh_all(values)}


def test_a_worker_that_cannot_run_a_submission_leaves_it_to_others(
    join: Join, submit: HandIn, anna: User
) -> None:
    """It fails at once, so without care it takes most of the queue and fails that."""
    values = [submit(anna) for _ in range(24)]
    poor = join("one", raise_image_missing)
    wait_until(lambda: poor.inabilities.list_partial())
    join("two", assess_at_once)
    wait_until(lambda: list_states(values) == {FINISHED})
    assert all(submission.accepted for submission in values)
    assert [submission.failures for submission in values] == [0] * 24
    # Both of its slots may have taken one before it was known; none after that.
    assert sum(submission.attempt for submission in values) <= 24 + 2


def test_a_worker_reports_what_it_cannot_run_and_others_do_not(
    join: Join, submit: HandIn, anna: User, exercise: Activity
) -> None:
    join("two", assess_at_once)
    values = [submit(anna)]
    wait_until(lambda: list_states(values) == {FINISHED})
    engine = join("one", raise_image_missing)
    more = [submit(anna) for _ in range(8)]
    wait_until(lambda: list_states(more) == {FINISHED})
    if not engine.inabilities.list_partial():  # the other one was faster with each of them
        return
    wait_until(lambda: Worker.objects.get(name="one/boot-1/1-1").unable)
    (unable,) = Worker.objects.get(name="one/boot-1/1-1").unable
    assert unable.pop("age_seconds") >= 0
    assert unable == {
        "part": "exercise",
        "label": "barcode",
        "judge": "",
        "reason": "the image is gone\nmake it again",
        "activities": [exercise.pk],
        "repositories": [],
    }
    assert Worker.objects.get(name="two/boot-1/1-1").unable == []


@pytest.mark.long(reason="waits for several workers")
def test_a_submission_no_worker_can_assess_waits_and_staff_see_why(
    join: Join, submit: HandIn, anna: User
) -> None:
    mended = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if not mended.is_set():
            raise OperatorError("the image is gone", fix="make it again")
        return make_assessment(submission)

    first, second = join("one", assess), join("two", assess)
    values = [submit(anna) for _ in range(6)]
    wait_until(lambda: list_states(values) == {BLOCKED})
    assert {submission.failure for submission in values} == {"the image is gone\nmake it again"}
    attempts = sum(submission.attempt for submission in values)
    assert attempts <= 4  # as many as there are slots, and no more until a try is due
    assert first.inabilities.list_partial() and second.inabilities.list_partial()
    mended.set()
    assert requeue_submission(values[0])  # whoever mends it may ask for a try
    wait_until(lambda: list_states(values) == {FINISHED})
    assert [submission.failures for submission in values] == [0] * 6
    wait_until(lambda: not any(worker.unable for worker in Worker.objects.all()))


def test_retries_happen_automatically_and_one_at_a_time(
    join: Join, submit: HandIn, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inability, "FIRST_PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(inability, "LONGEST_PAUSE_SECONDS", 0.2)
    monkeypatch.setattr(submission_worker, "RELEASE_SECONDS", 0.1)
    # One may be tried while another one shows that the exercise is well: it is set aside alone.
    monkeypatch.setattr(blocked, "RETRY", timedelta(seconds=0.1))
    tries = threading.Semaphore(0)
    mended = threading.Event()
    at_once_now: list[int] = []
    most: list[int] = []

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if mended.is_set():
            return make_assessment(submission)
        at_once_now.append(submission.pk)
        most.append(len(at_once_now))
        tries.release()
        at_once_now.remove(submission.pk)
        raise OperatorError("the image is gone", fix="make it again")

    values = [submit(anna) for _ in range(5)]
    join("one", assess)
    for _ in range(6):
        assert tries.acquire(timeout=60)
    mended.set()
    wait_until(lambda: list_states(values) == {FINISHED})
    assert [submission.failures for submission in values] == [0] * 5


def test_an_attempt_that_lost_its_row_frees_its_slot_at_once(
    join: Join, submit: HandIn, anna: User
) -> None:
    """Others take what waits then, and what it ran itself is assessed again."""
    lost = threading.Event()

    def assess(
        submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if not lost.is_set():
            stopped.wait()
            raise RuntimeError("it was stopped")
        return make_assessment(submission)

    engine = join("one", assess)
    values = [submit(anna) for _ in range(4)]
    wait_until(lambda: len(engine.running()) == 2)
    lost.set()
    Submission.objects.filter(state=RUNNING).update(
        state=QUEUED, worker="", lease_until=None, started_at=None
    )
    wait_until(lambda: list_states(values) == {FINISHED})
    assert [submission.failures for submission in values] == [0] * 4
    assert all(submission.status == Status.CORRECT for submission in values)
