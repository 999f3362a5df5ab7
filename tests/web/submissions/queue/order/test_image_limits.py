"""An installation may limit how many submissions of an image run at once."""

import threading

import pytest
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.submissions.engines.engine import Lane
from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.claim import claim_next
from kriterion.web.submissions.queue.order.image_limits import list_full_images
from kriterion.web.submissions.worker.submission_worker import SubmissionWorker
from tests.web.queue_fixtures import create_exercise

IMAGES = {"r", "python"}
LIMITS = {"r": 2}


def queue_for(*images: str, priority: Priority = Priority.INTERACTIVE) -> None:
    exercise = create_exercise()
    user, _ = User.objects.get_or_create(username="anna")
    first = Submission.objects.count() + 1
    for number, image in enumerate(images, start=first):
        Submission.objects.create(
            user=user,
            activity=exercise,
            number=number,
            turn=number,
            image=image,
            priority=priority,
            files={"a.py": ""},
        )


def claim_all() -> list[str]:
    """Claim what may run now; return the images."""
    claimed = []
    while (row := claim_next("w", images=IMAGES, image_limits=LIMITS)) is not None:
        claimed.append(row.image)
    return claimed


def finish_one(image: str) -> None:
    running = Submission.objects.filter(image=image, state=SubmissionState.RUNNING)
    Submission.objects.filter(pk=running.values_list("pk", flat=True)[0]).update(
        state=SubmissionState.FINISHED
    )


@pytest.mark.django_db
def test_no_more_of_an_image_run_than_its_limit() -> None:
    queue_for("r", "r", "r", "python", "r", "python")
    queue_for("r", priority=Priority.BACKGROUND)
    assert claim_all() == ["r", "r", "python", "python"]
    assert list_full_images(LIMITS) == {"r"}
    finish_one("r")
    assert list_full_images(LIMITS) == frozenset()
    assert claim_all() == ["r"]


@pytest.mark.django_db
def test_a_worker_is_not_woken_for_an_image_whose_limit_is_reached() -> None:
    worker = SubmissionWorker(
        2, assess=lambda *_, **__: pytest.fail("assesses"), image_limits=LIMITS
    )
    queue_for("r", "r", "r")
    assert worker.has_work(Lane.LIVE)
    assert claim_all() == ["r", "r"]
    assert not worker.has_work(Lane.LIVE)
    queue_for("python")
    assert worker.has_work(Lane.LIVE)


@pytest.mark.django_db(transaction=True)
def test_workers_that_claim_together_do_not_exceed_a_limit() -> None:
    queue_for(*["r"] * 8, "python")
    claimed: list[str] = []
    start = threading.Barrier(4)

    def claim() -> None:
        try:
            start.wait()
            claimed.extend(claim_all())
        finally:
            connection.close()

    threads = [threading.Thread(target=claim) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed) == ["python", "r", "r"]
