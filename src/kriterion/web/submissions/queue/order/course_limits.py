"""Limits of a course on how many of its submissions run at once, in all and of each member.

A claim that must respect limits holds the rows of the course's shares, so that two workers cannot
exceed them together. Courses without limits are claimed as before.
"""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import QueueShare, Submission, SubmissionState


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseLimits:
    """`left`: how many more submissions of the course may run now; None: any number."""

    left: int | None = None
    max_running_each: int | None = None

    @property
    def is_reached(self) -> bool:
        return self.left is not None and self.left <= 0


def select_limited_courses() -> QuerySet[Course]:
    return Course.objects.order_by().exclude(max_running=None, max_running_each=None)


def hold_limits(course_id: int) -> CourseLimits:
    """Return the limits of a course; until the transaction ends, nobody else claims from it."""
    if connection.features.has_select_for_update:  # else one transaction writes at a time
        shares = QueueShare.objects.select_for_update(no_key=True).filter(flow=course_id)
        list(shares.order_by("priority").values_list("pk"))
    return find_limits(course_id)


def find_limits(course_id: int) -> CourseLimits:
    course = Course.objects.filter(pk=course_id)
    limits = course.values_list("max_running", "max_running_each").first()
    if limits is None:  # the course was removed
        return CourseLimits()
    max_running, max_running_each = limits
    left = None
    if max_running is not None:
        running = _select_running().filter(course=course_id).values_list("pk")[:max_running]
        left = max_running - len(running)
    return CourseLimits(left=left, max_running_each=max_running_each)


def skip_busy_members(rows: QuerySet[Submission], limit: int) -> QuerySet[Submission]:
    """Leave out the submissions of members of whom so many run in their course."""
    running = _select_running().filter(user=OuterRef("user"), course=OuterRef("course"))
    return rows.filter(~Exists(running[limit - 1 : limit]))


def skip_limited_courses(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    limited = select_limited_courses().filter(pk=OuterRef("course"))
    return rows.filter(Q(course=None) | ~Exists(limited))


def _select_running() -> QuerySet[Submission]:
    """Select running submissions; an index has them in this order."""
    running = Submission.unlimited.filter(state=SubmissionState.RUNNING)
    return running.order_by("lease_until")
