"""Notify students of feedback that has become visible because their series is over for them.

`feedback_policy` says when that is: with extra time, later than for others. Whoever was notified of
a series once is not notified again, and a series that was over long ago notifies nobody, so that
neither an upgrade nor a changed deadline announces old news.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.courses.feedback_policy import FeedbackTime, find_end
from kriterion.web.courses.models import Extension, MemberRole, Membership, Series
from kriterion.web.courses.series_terms import extend_terms
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.feedback_notices.models import FeedbackNotice
from kriterion.web.notifications.outbox import send_feedback_notification
from kriterion.web.submissions.models import Submission, SubmissionState

NEWS: Final = timedelta(days=2)  # nobody is notified of feedback that appeared earlier
NOTIFIED_AT_ONCE = 500


def find_series_to_notify() -> int | None:
    """Return the id of a series whose students are still to be notified."""
    now = timezone.now()
    for series in _select_ended(now):
        if _list_students(series, now):
            return series.pk
    return None


def notify_next(series_id: int) -> None:
    """Notify the next students, in one transaction, so that a crash notifies no student twice."""
    now = timezone.now()
    with write_transaction():
        locked = _select_ended(now).select_for_update(of=("self",), no_key=True)
        series = locked.select_related("course").filter(pk=series_id).first()
        if series is None:
            return
        students = _list_students(series, now)[:NOTIFIED_AT_ONCE]
        FeedbackNotice.objects.bulk_create(
            FeedbackNotice(series=series, user_id=student) for student in students
        )
        course = reverse("course", args=[series.course.slug])
        send_feedback_notification(
            students,
            address=f"{course}#series-{series.pk}",
            series=series.name,
            course=series.course.name,
        )


def _select_ended(now: datetime) -> QuerySet[Series]:
    """Return the series in which somebody's feedback may have appeared recently."""

    def is_recent(field: str) -> Q:
        return Q(**{f"{field}__gte": now - NEWS, f"{field}__lt": now})

    extended = Extension.objects.filter(
        is_recent("closes_at") | is_recent("hides_at"), series=OuterRef("pk")
    )
    ended = (
        is_recent("closes_at")
        | is_recent("hides_at")
        | is_recent("exam__published_at")
        | Q(Exists(extended))
    )
    withholds = Q(feedback=FeedbackTime.AFTER_DEADLINE.value) | ~Q(tab_feedback={})
    # Students see nothing of an exam until it is published.
    is_shown = Q(exam=None) | Q(exam__published_at__isnull=False)
    return Series.objects.filter(
        withholds, ended, is_shown, visible=True, course__archived=False
    ).order_by("pk")


def _list_students(series: Series, now: datetime) -> list[int]:
    """Return the ids of the students whose feedback appeared recently and who were not notified."""
    if not series.feedback_policy.needs_end:
        return []
    assessed = Submission.unlimited.filter(series=series, state=SubmissionState.FINISHED)
    members = Membership.objects.filter(course=series.course_id, role=MemberRole.STUDENT)
    students = (
        User.objects.filter(pk__in=assessed.order_by().values("user"), is_active=True)
        .filter(pk__in=members.values("user"))
        .exclude(pk__in=FeedbackNotice.objects.filter(series=series).values("user"))
    )
    extra = {
        extension.user_id: extension.extra_time
        for extension in Extension.objects.filter(series=series)
    }
    published = Series.objects.filter(pk=series.pk).values_list("exam__published_at", flat=True)
    published_at = published.get()
    pending = []
    for student in students.order_by("pk").values_list("pk", flat=True):
        end = find_end(extend_terms(series.terms, extra.get(student)))
        if end is None:
            continue
        appeared = end if published_at is None else max(end, published_at)
        if now - NEWS <= appeared < now:
            pending.append(student)
    return pending
