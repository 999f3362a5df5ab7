"""What needs attention in the courses that a user teaches, for the home page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.comment_reports.services.report_rates import count_recent_reports
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.models import Course, JoinRequest, Series
from kriterion.web.courses.rights import CourseRight
from kriterion.web.equivalence.services.comment_versions import (
    select_drafts,
    select_outdated_comments,
)
from kriterion.web.gradebook.services.need_for_help import count_stuck
from kriterion.web.pinned_courses.models import CoursePin
from kriterion.web.review.models import ReviewThread
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion_tools.contracts.dodona_judge.statuses import Status

_MAX_COURSES = 12
_RECENT = timedelta(days=7)
_CLOSES_SOON = timedelta(days=7)


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseAttention:
    """Counts of what waits in a course; `broken` counts exercises whose judge failed recently."""

    course: Course
    questions: int
    requests: int
    stuck: int
    broken: int
    drafts: int  # of comments on classes
    outdated: int  # comments on classes of older versions
    reports: int  # of wrong comments, of the last days
    recent: int  # submissions of the last days
    closing: tuple[Series, ...]

    @property
    def needs_attention(self) -> bool:
        return any(
            (
                self.questions,
                self.requests,
                self.stuck,
                self.broken,
                self.drafts,
                self.outdated,
                self.reports,
            )
        )


def find_course_attention(user: User) -> list[CourseAttention]:
    """Return the courses that a user reviews, in a fixed number of queries."""
    keys = list_courses_with_right(user, CourseRight.REVIEW)
    reviewed = Course.objects.filter(pk__in=keys, archived=False)
    pin = CoursePin.objects.filter(user=user, course=OuterRef("pk"))
    courses = list(reviewed.order_by(Exists(pin).desc(), "name", "pk")[:_MAX_COURSES])
    if not courses:
        return []
    now = timezone.now()
    recent = Submission.objects.filter(course__in=courses, created_at__gte=now - _RECENT)
    is_broken = Q(state=SubmissionState.FAILED) | Q(status=Status.INTERNAL_ERROR.value)
    waiting = ReviewThread.objects.filter(course__in=courses, waiting_since__isnull=False)
    questions = _count_by_course(waiting)
    requests = _count_by_course(JoinRequest.objects.filter(course__in=courses))
    broken = _count_by_course(recent.filter(is_broken), "activity")
    submitted = _count_by_course(recent)
    stuck = count_stuck(recent)
    drafts = _count_by_course(select_drafts(courses))
    reports = count_recent_reports(courses, now - _RECENT)
    outdated = _count_by_course(select_outdated_comments(courses))
    closing: dict[int, list[Series]] = {}
    for series in Series.objects.filter(
        course__in=courses, visible=True, deadline__gte=now, deadline__lt=now + _CLOSES_SOON
    ).order_by("deadline"):
        closing.setdefault(series.course_id, []).append(series)
    return [
        CourseAttention(
            course=course,
            questions=questions.get(course.pk, 0),
            requests=requests.get(course.pk, 0),
            stuck=stuck.get(course.pk, 0),
            broken=broken.get(course.pk, 0),
            drafts=drafts.get(course.pk, 0),
            outdated=outdated.get(course.pk, 0),
            reports=reports.get(course.pk, 0),
            recent=submitted.get(course.pk, 0),
            closing=tuple(closing.get(course.pk, ())),
        )
        for course in courses
    ]


def _count_by_course(rows: QuerySet[Any], distinct: str = "") -> Mapping[int, int]:
    count = Count(distinct or "pk", distinct=bool(distinct))
    counted = rows.order_by().values("course_id").annotate(count=count)
    return {row["course_id"]: row["count"] for row in counted}
