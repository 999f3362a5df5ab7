"""Whose work a reviewer of a course sees. Every page that lists students' work uses this module.

Teachers and assistants see everybody's. A mentor sees that of the members of the groups that they
mentor, except their own.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from django.db.models import Exists, OuterRef, Q, QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import (
    find_rights,
    list_courses_with_right,
    select_visible_series,
)
from kriterion.web.courses.models import Course, CourseGroup, Membership, Series
from kriterion.web.courses.rights import CourseRight


@dataclass(frozen=True, kw_only=True)
class ReviewScope:
    """The people of a course whose work is shown: everybody, or the members of a chosen group.

    With a mentor, only the members of that user's groups.
    """

    course: Course
    mentor: User | None = None
    group: int | None = None

    @cached_property
    def groups(self) -> list[CourseGroup]:
        """Return the groups that may be chosen."""
        return list(self.select_groups())

    def select_groups(self) -> QuerySet[CourseGroup]:
        groups = self.course.groups.order_by("name")
        return (
            groups
            if self.mentor is None
            else groups.filter(pk__in=self._find_mentored_students(self.mentor))
        )

    @property
    def series(self) -> QuerySet[Series]:
        """Return the series of the course that the reviewer sees."""
        series = Series.objects if self.mentor is None else select_visible_series(self.mentor)
        return series.filter(course=self.course).order_by("position", "pk")

    @property
    def query(self) -> str:
        """Return the query string that chooses the group."""
        return "" if self.group is None else f"?group={self.group}"

    @property
    def key(self) -> str:
        """Return a text that differs for scopes of different people, as the key of a cache."""
        mentor = "" if self.mentor is None else str(self.mentor.pk)
        groups = [] if self.mentor is None else sorted(self._find_mentored_students(self.mentor))
        return f"{self.course.pk}:{'' if self.group is None else self.group}:{mentor}:{groups}"

    def narrow(self, group: int | None) -> Self:
        """Return the part of the scope in a group; an unknown group restricts nothing."""
        if group is None or group not in {allowed.pk for allowed in self.groups}:
            return self
        return replace(self, group=group)

    def select(self, user: str = "user") -> Q:
        """Return the condition for rows of the course; `user` is the path to their user's id."""
        members = Membership.objects.filter(course=self.course)
        if self.group is not None:
            members = members.filter(groups=self.group)
        elif self.mentor is not None:
            members = members.filter(groups__in=self._find_mentored_students(self.mentor))
        else:
            return Q()
        if self.mentor is not None:
            members = members.exclude(user=self.mentor)
        return Q(**{f"{user}__in": members.values("user")})

    def _find_mentored_students(self, mentor: User) -> frozenset[int]:
        return mentor.mentored_groups.get(self.course.pk, frozenset())


def find_review_scope(user: User, course: Course) -> ReviewScope:
    """Return the scope of a user in a course; it is empty for a user who may not review there."""
    sees_everybody = CourseRight.REVIEW in find_rights(user, course)
    return ReviewScope(course=course, mentor=None if sees_everybody else user)


def filter_mentored(user: User) -> Q | None:
    """Return the condition for submissions that a user sees as a mentor; None if the user mentors
    nobody.

    It holds in all courses.
    """
    mentors = set(list_courses_with_right(user, CourseRight.MENTOR))
    mentors -= set(list_courses_with_right(user, CourseRight.REVIEW))
    if not mentors:
        return None
    groups = {group for course in mentors for group in user.mentored_groups[course]}
    members = Membership.objects.filter(
        course=OuterRef("course"), user=OuterRef("user"), groups__in=groups
    )
    return Q(Exists(members.exclude(user=user)))
