"""Who hears of submissions that the machine could not assess, and how often."""

from datetime import timedelta

import pytest
from django.urls import reverse

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import MemberRole, Membership
from kriterion.web.database import database_clock as clock
from kriterion.web.notifications.models import Notification, NotificationKind
from kriterion.web.submissions.models import FailureNotice, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import (
    BACK_OFF,
    MAX_LOSSES,
    record_death,
    record_failure,
)
from kriterion.web.submissions.queue.failure_notices import QUIET
from tests.web.conftest import World, client_for
from tests.web.gradebook.test_results import submit

pytestmark = pytest.mark.django_db


def fail(world: World, user: User, failure: str = "no disk 7", **fields: object) -> Submission:
    """Let the machine fail once more than it may."""
    submission = submit(
        world,
        user,
        **{"state": SubmissionState.RUNNING, "attempt": 1, "worker": "w", **fields},
        failures=len(BACK_OFF),
        lease_until=clock.after(timedelta(hours=1)),
    )
    submission.refresh_from_db()
    assert record_failure(submission, failure)
    submission.refresh_from_db()
    assert submission.state == SubmissionState.FAILED
    return submission


def heard(user: User, kind: NotificationKind = NotificationKind.FAILING) -> int:
    return Notification.objects.filter(user=user, kind=kind).count()


def test_the_student_and_the_teachers_are_notified(world: World) -> None:
    Membership.objects.create(user=world.cleo, course=world.course, role=MemberRole.ASSISTANT)
    failed = fail(world, world.ben)
    [note] = Notification.objects.filter(user=world.ben)
    assert note.kind == NotificationKind.NOT_ASSESSED
    assert note.address == reverse("submission", args=[failed.pk])
    [note] = Notification.objects.exclude(user=world.ben)
    assert (note.user, note.kind) == (world.tina, NotificationKind.FAILING)
    page = client_for(world.tina).get(note.address)
    assert [row.submission for row in page.context["rows"]] == [failed]
    listed = client_for(world.tina).get(reverse("notifications:list")).content.decode()
    assert "Solutions of Barcode in Programming could not be assessed" in listed
    listed = client_for(world.ben).get(reverse("notifications:list")).content.decode()
    assert "Your solution of Barcode could not be assessed" in listed


def test_teachers_hear_once_an_hour_of_an_exercise_and_a_cause(world: World) -> None:
    for number in range(3):
        fail(world, world.ben, f"no disk {number} in /var/{number}")
    assert heard(world.tina) == 1
    fail(world, world.ben, "no memory")
    fail(world, world.ben, activity=world.hidden_exercise)
    assert heard(world.tina) == 3
    FailureNotice.objects.update(notified_at=clock.before(QUIET))
    fail(world, world.ben)
    assert heard(world.tina) == 4
    assert heard(world.ben, NotificationKind.NOT_ASSESSED) == 6
    FailureNotice.objects.update(notified_at=clock.before(timedelta(days=2)))
    fail(world, world.ben, "no network")
    assert FailureNotice.objects.count() == 1


def test_a_student_reads_of_one_submission_once(world: World) -> None:
    failed = fail(world, world.ben)
    for _ in range(2):
        Submission.objects.filter(pk=failed.pk).update(
            state=SubmissionState.RUNNING, lease_until=clock.after(timedelta(hours=1)), worker="w"
        )
        failed.refresh_from_db()
        record_failure(failed, "again")
    assert heard(world.ben, NotificationKind.NOT_ASSESSED) == 1


def test_failures_outside_courses_and_retries_notify_no_teacher(world: World) -> None:
    fail(world, world.ben, course=None, series=None)
    assert heard(world.tina) == 0
    retried = submit(
        world,
        world.ada,
        state=SubmissionState.RUNNING,
        attempt=1,
        worker="w",
        lease_until=clock.after(timedelta(hours=1)),
    )
    record_failure(retried, "a hiccup")
    assert not Notification.objects.filter(user=world.ada).exists()


def test_a_submission_that_kills_its_workers_is_reported(world: World) -> None:
    killing = submit(world, world.ben, state=SubmissionState.RUNNING, attempt=1, worker="w")
    for _ in range(MAX_LOSSES):
        Submission.objects.filter(pk=killing.pk).update(
            state=SubmissionState.RUNNING, lease_until=clock.after(timedelta(hours=1)), worker="w"
        )
        killing.refresh_from_db()
        record_death(killing)
    assert heard(world.tina) == heard(world.ben, NotificationKind.NOT_ASSESSED) == 1
