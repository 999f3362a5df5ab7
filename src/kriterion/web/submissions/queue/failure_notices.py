"""Notify a student and the course's teachers that the machine could not assess a submission."""

import re
from datetime import timedelta
from hashlib import sha256

from django.db.models import Q
from django.urls import reverse

from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.database import database_clock as clock
from kriterion.web.notifications.models import Notification, NotificationKind
from kriterion.web.notifications.outbox import send_notification, send_notifications
from kriterion.web.submissions.models import FailureNotice, Submission, SubmissionState

QUIET = timedelta(hours=1)  # between notifications of teachers about an exercise and a cause
_KEPT = timedelta(days=1)
_LONGEST_CAUSE = 500  # characters
# What differs between two failures for one cause: numbers, identifiers, paths, quoted texts.
_DETAIL = re.compile(r"'[^']*'|\"[^\"]*\"|/\S+|\b(?=\w*\d)\w+\b")


def notify_of_failure(submission: Submission, failure: str) -> None:
    """Write the notifications; call it in the transaction in which the submission fails."""
    activity = Activity.objects.select_related("repository").get(pk=submission.activity_id)
    _notify_student(submission, activity)
    course_id = submission.course_id
    if course_id is not None and _must_notify(course_id, activity.pk, _digest_cause(failure)):
        _notify_teachers(course_id, activity)


def _notify_student(submission: Submission, activity: Activity) -> None:
    """Notify the student, unless an unread notification already says it."""
    address = reverse("submission", args=[submission.pk])
    kind = NotificationKind.NOT_ASSESSED
    unread = Notification.objects.filter(user=submission.user_id, read_at=None)
    if not unread.filter(kind=kind, address=address).exists():
        send_notification(submission.user_id, kind, address=address, activity=activity)


def _notify_teachers(course_id: int, activity: Activity) -> None:
    course = Course.objects.get(pk=course_id)
    teachers = Membership.objects.filter(course=course, role=MemberRole.TEACHER)
    chosen = f"activity={activity.pk}&status={SubmissionState.FAILED.value}"
    address = f"{reverse('gradebook:submissions', args=[course.slug])}?{chosen}"
    send_notifications(
        dict.fromkeys(teachers.values_list("user", flat=True), address),
        NotificationKind.FAILING,
        activity=activity,
        actor_name=course.name,
    )


def _must_notify(course_id: int, activity_id: int, cause: str) -> bool:
    """Whether teachers must be notified of a failure; False if they recently were.

    If several failures happen at the same time, only one call returns True.
    """
    notices = FailureNotice.objects.filter(course=course_id)
    # Does not wait for other processes that remove them.
    old = notices.select_for_update(skip_locked=True).filter(notified_at__lt=clock.before(_KEPT))
    FailureNotice.objects.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    row = FailureNotice(course_id=course_id, activity_id=activity_id, cause=cause)
    FailureNotice.objects.bulk_create([row], ignore_conflicts=True)
    is_old = Q(notified_at=None) | Q(notified_at__lte=clock.before(QUIET))
    known = notices.filter(is_old, activity=activity_id, cause=cause)
    return bool(known.update(notified_at=clock.now()))


def _digest_cause(failure: str) -> str:
    first_line = failure.strip().partition("\n")[0][:_LONGEST_CAUSE]
    return sha256(_DETAIL.sub("…", first_line).encode("utf-8", "replace")).hexdigest()
