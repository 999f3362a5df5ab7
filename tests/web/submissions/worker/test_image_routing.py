"""Each submission goes to a worker that has its image."""

import threading
from collections.abc import Callable, Iterator

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.errors import ImageNotInstalled
from kriterion.host.image_proof import ImageProof, ProofKind
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.engines.current_worker import use_worker
from kriterion.web.submissions.engines.engine import Engine
from kriterion.web.submissions.models import Submission, SubmissionState, Worker
from kriterion.web.submissions.queue import needed_images
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.workers import announce
from kriterion.web.submissions.services import submit as submitting
from kriterion.web.submissions.services.submit import submit_files
from kriterion.web.submissions.worker import submission_worker
from kriterion.web.submissions.worker.image_proofs import ImageProofs
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.rehearsal import Watch, make_assessment, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

FINISHED, BLOCKED = SubmissionState.FINISHED, SubmissionState.BLOCKED

StartWith = Callable[..., SubmissionWorker]


class Shelf:
    """The images of one worker, with what it assessed."""

    def __init__(self, *images: str) -> None:
        self.images = {*images}
        self.assessed: list[int] = []
        self.proofs = 0
        self.failing: list[Exception] = []  # raised by the next runs

    def make_proofs(self, inabilities: Inabilities) -> ImageProofs:
        return ImageProofs(inabilities, prove=self._prove, list_names=lambda: ["usual", "rare"])

    def _prove(self, name: str, stopped: threading.Event) -> ImageProof:
        self.proofs += 1
        if name not in self.images:
            raise ImageNotInstalled(f"no image {name}", name=name, fix="install it")
        return ImageProof(image=name, kind=ProofKind.SAMPLE, identity="host", versions={})

    def assess(
        self, submission: Submission, *, watch: Watch, stopped: threading.Event
    ) -> AssessmentRecord:
        if submission.image not in self.images:
            raise AssertionError("claimed without the image")
        if self.failing:
            raise self.failing.pop()
        self.assessed.append(submission.pk)
        return make_assessment(submission)


@pytest.fixture
def start_with(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartWith]:
    """Starts a worker with the images of a shelf."""
    monkeypatch.setattr(submission_worker, "RELEASE_SECONDS", 0.1)
    workers = []

    def start(shelf: Shelf, name: str = "") -> SubmissionWorker:
        worker = SubmissionWorker(2, assess=shelf.assess, make_proofs=shelf.make_proofs, name=name)
        workers.append(worker)
        use_worker(worker)
        worker.start()
        return worker

    yield start
    for worker in workers:
        worker.stop()
    use_worker(None)


@pytest.fixture
def rare_exercise(exercise: Activity, monkeypatch: pytest.MonkeyPatch) -> Activity:
    """An exercise that needs the image `rare`; all others need `usual`."""

    def find(activity: Activity, course: int | None = None) -> str:
        return "rare" if activity.path == "tides" else "usual"

    monkeypatch.setattr(needed_images, "find_image_name", find)
    monkeypatch.setattr(submitting, "find_image_name", find)
    return Activity.objects.create(
        repository=exercise.repository, path="tides", programming_language="python"
    )


def _submit(user: User, activity: Activity) -> Submission:
    given = submit_files(user, activity, {"a.py": ""}, language="en")
    assert isinstance(given, Submission)
    return given


def _count(state: SubmissionState) -> int:
    return Submission.objects.filter(state=state).count()


def test_an_image_that_half_of_the_workers_lack_costs_no_submission(
    start_with: StartWith, exercise: Activity, rare_exercise: Activity, anna: User
) -> None:
    poor, rich = Shelf("usual"), Shelf("usual", "rare")
    start_with(poor, "poor")
    start_with(rich, "rich")
    given = [_submit(anna, activity) for _ in range(6) for activity in (exercise, rare_exercise)]
    wait_until(lambda: _count(FINISHED) == len(given))
    rare = {submission.pk for submission in given if submission.image == "rare"}
    assert len(rare) == 6
    assert rare <= {*rich.assessed} and rare.isdisjoint(poor.assessed)
    rows = Submission.objects.filter(pk__in=[submission.pk for submission in given])
    assert {(row.attempt, row.failures, row.failure) for row in rows} == {(1, 0, "")}


def test_a_submission_whose_image_no_worker_has_waits_until_one_has_it(
    start_with: StartWith, exercise: Activity, rare_exercise: Activity, anna: User
) -> None:
    one, other = Shelf("usual"), Shelf("usual")
    start_with(one, "one")
    given = _submit(anna, rare_exercise)
    worker = start_with(other, "other")
    wait_until(lambda: _count(BLOCKED) == 1)
    given.refresh_from_db()
    assert given.failure == "no image rare\ninstall it"
    assert given.attempt == 0
    usual = _submit(anna, exercise)
    wait_until(lambda: _count(FINISHED) == 1)
    other.images.add("rare")
    worker.request_recheck()
    wait_until(lambda: _count(FINISHED) == 2)
    assert given.pk in other.assessed
    assert usual.pk in one.assessed + other.assessed


def test_a_worker_that_tries_again_does_not_wait_to_fetch_content(
    start_with: StartWith, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*Try again* left a failed download alone for up to a minute."""
    forgotten = threading.Event()
    monkeypatch.setattr(submission_worker, "forget_failures", forgotten.set)
    worker = start_with(Shelf("usual"), "usual")
    assert not forgotten.is_set()
    worker.request_recheck()
    wait_until(forgotten.is_set)


def test_each_worker_publishes_what_it_proved_and_lacks(
    start_with: StartWith, rare_exercise: Activity
) -> None:
    start_with(Shelf("usual"), "poor")

    def is_published() -> bool:
        row = Worker.objects.get(name="poor")
        return bool(row.proofs and row.unable)

    wait_until(is_published)
    row = Worker.objects.get(name="poor")
    assert [proof["image"] for proof in row.proofs] == ["usual"]
    assert [each["label"] for each in row.unable] == ["rare"]
    assert row.report["processors"] >= 1
    assert row.report["version"]


def test_an_image_is_proved_again_after_an_unexplained_failure(
    start_with: StartWith, exercise: Activity, rare_exercise: Activity, anna: User
) -> None:
    shelf = Shelf("usual", "rare")
    worker = start_with(shelf, "one")
    wait_until(lambda: worker.images == {"usual", "rare"})
    before = shelf.proofs
    shelf.failing.append(RuntimeError("nobody knows why"))
    given = _submit(anna, exercise)
    wait_until(lambda: shelf.proofs > before)
    # The image is doubted before the failure is stored.
    wait_until(lambda: Submission.objects.get(pk=given.pk).failures == 1)


def test_a_worker_is_done_when_only_submissions_for_images_that_it_lacks_are_left(
    start_with: StartWith, exercise: Activity, rare_exercise: Activity, anna: User
) -> None:
    """Others with that image are alive, so the submission stays queued."""
    announce("rich", 1)
    left = _submit(anna, rare_exercise)
    _submit(anna, exercise)
    poor = start_with(Shelf("usual"), "poor")
    wait_until(poor.is_done)
    assert _count(FINISHED) == 1
    left.refresh_from_db()
    assert (left.state, left.attempt) == (SubmissionState.QUEUED, 0)
