"""Students are notified when feedback that their series withheld appears."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Extension, MemberRole, Membership, Series
from kriterion.web.exams.models import Exam
from kriterion.web.feedback_notices import notify_students
from kriterion.web.feedback_notices.models import FeedbackNotice
from kriterion.web.feedback_notices.notice_work import FeedbackNoticeWork
from kriterion.web.feedback_notices.notify_students import find_series_to_notify, notify_next
from kriterion.web.notifications.models import MailPreference, Notification, OutgoingMail
from kriterion.web.notifications.notification_texts import describe
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.inability import NOTHING
from tests.web.conftest import World, client_for
from tests.web.rejudging.rejudging_trial import (
    Killed,
    TrialWorker,
    assess_by_text,
    find_new_versions,
    kill_at_statement,
)

HOUR = timedelta(hours=1)
WEEK = timedelta(days=7)


def close(
    series: Series, ago: timedelta, feedback: str = "after-deadline", **fields: object
) -> None:
    now = timezone.now()
    values = {"opens_at": now - WEEK, "deadline": now - ago, "closes_at": now - ago}
    Series.objects.filter(pk=series.pk).update(feedback=feedback, **values | fields)
    series.refresh_from_db()


def submit(user: User, world: World, state: str = SubmissionState.FINISHED) -> Submission:
    number = Submission.objects.filter(user=user).count() + 1
    return Submission.objects.create(
        user=user,
        activity=world.exercise,
        course=world.course,
        series=world.series,
        number=number,
        state=state,
    )


def notify_all() -> list[str]:
    """Take the steps that workers take; return the usernames of all who were notified."""
    while (series := find_series_to_notify()) is not None:
        notify_next(series)
    notified = Notification.objects.filter(kind="feedback").order_by("user__username")
    return list(notified.values_list("user__username", flat=True))


@pytest.fixture
def closed(world: World) -> World:
    """The series closed an hour ago; Ada and Ben submitted to it."""
    close(world.series, HOUR)
    submit(world.ada, world)
    submit(world.ben, world)
    return world


def test_students_are_notified_once_when_the_series_is_over(closed: World) -> None:
    assert notify_all() == ["ada", "ben"]
    assert notify_all() == ["ada", "ben"]
    notification = Notification.objects.get(user=closed.ada)
    assert describe(notification) == (
        "The feedback on your solutions in First of Programming has appeared"
    )
    course = reverse("course", args=[closed.course.slug])
    assert notification.address == f"{course}#series-{closed.series.pk}"
    assert f'id="series-{closed.series.pk}"' in client_for(closed.ada).get(course).content.decode()


def test_nobody_is_notified_before_the_series_is_over(closed: World) -> None:
    close(closed.series, -HOUR)
    assert notify_all() == []
    Series.objects.filter(pk=closed.series.pk).update(closes_at=None, deadline=None)
    assert notify_all() == []


def test_a_student_with_extra_time_is_notified_later(closed: World) -> None:
    extension = Extension(series=closed.series, user=closed.ben, minutes=120)
    extension.apply(closed.series)
    extension.save()
    assert notify_all() == ["ada"]
    close(closed.series, 3 * HOUR)
    extension.apply(closed.series)
    extension.save()
    assert notify_all() == ["ada", "ben"]


@pytest.mark.parametrize(
    ("feedback", "tabs", "notified"),
    [
        ("at-once", {}, False),
        ("never", {}, False),
        ("at-once", {"Hidden": "after-deadline"}, True),
        ("never", {"Tests": "after-deadline"}, True),
        ("at-once", {"Hidden": "never"}, False),
    ],
)
def test_only_what_appears_after_the_deadline_is_announced(
    closed: World, feedback: str, tabs: dict[str, str], notified: bool
) -> None:
    close(closed.series, HOUR, feedback, tab_feedback=tabs)
    assert notify_all() == (["ada", "ben"] if notified else [])


def test_only_students_with_an_assessed_submission_are_notified(closed: World) -> None:
    submit(closed.cleo, closed)  # who is no member
    submit(closed.tina, closed)
    waiting = User.objects.create(username="waiting")
    Membership.objects.create(user=waiting, course=closed.course)
    submit(waiting, closed, SubmissionState.QUEUED)
    Membership.objects.filter(user=closed.ben).update(role=MemberRole.ASSISTANT)
    assert notify_all() == ["ada"]


def test_old_news_is_not_announced(closed: World) -> None:
    close(closed.series, notify_students.NEWS + HOUR)
    assert notify_all() == []


@pytest.mark.parametrize("fields", [{"visible": False}, {"course__archived": True}])
def test_a_series_that_students_do_not_follow_notifies_nobody(
    closed: World, fields: dict[str, bool]
) -> None:
    if "visible" in fields:
        Series.objects.filter(pk=closed.series.pk).update(visible=False)
    else:
        type(closed.course).objects.filter(pk=closed.course.pk).update(archived=True)
    assert notify_all() == []


def test_an_exam_notifies_when_it_is_published(closed: World) -> None:
    exam = Exam.objects.create(series=closed.series)
    close(closed.series, WEEK)
    assert notify_all() == []
    Exam.objects.filter(pk=exam.pk).update(published_at=timezone.now() - HOUR)
    assert notify_all() == ["ada", "ben"]


def test_many_students_are_notified_in_steps(
    closed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify_students, "NOTIFIED_AT_ONCE", 1)
    clock = [0.0]
    work = FeedbackNoticeWork(lambda: clock[0])
    for expected in (1, 2):
        assert work.has_work(suspects=False, exclude=NOTHING)
        task = work.take("worker", suspects=False, exclude=NOTHING)
        assert task is not None
        task.run(assess_by_text, find_new_versions, TrialWorker())
        assert Notification.objects.count() == expected
    assert not work.has_work(suspects=False, exclude=NOTHING)
    student = User.objects.create(username="dora")
    Membership.objects.create(user=student, course=closed.course)
    submit(student, closed)
    assert not work.has_work(suspects=False, exclude=NOTHING), "it looked a moment ago"
    clock[0] = 60
    assert work.has_work(suspects=False, exclude=NOTHING)


def test_mail_goes_to_those_who_ask_for_results(closed: World, settings: Settings) -> None:
    settings.MAIL = True
    people = [closed.ada.pk, closed.ben.pk]
    User.objects.filter(pk__in=people).update(email="somebody@example.org")
    MailPreference.objects.create(user=closed.ada, results=True)
    notify_all()
    assert [mail.notification.user for mail in OutgoingMail.objects.all()] == [closed.ada]


@pytest.mark.long(reason="kills at every statement")
def test_a_killed_worker_notifies_nobody_twice(
    transactional_db: None, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify_students, "NOTIFIED_AT_ONCE", 1)
    close(world.series, HOUR)
    submit(world.ada, world)
    submit(world.ben, world)
    for number in range(1, 100):
        FeedbackNotice.objects.all().delete()
        Notification.objects.all().delete()
        with kill_at_statement(number) as was_killed, suppress(Killed):
            notify_all()
        assert notify_all() == ["ada", "ben"]
        if not was_killed():
            break
    assert number > 5
