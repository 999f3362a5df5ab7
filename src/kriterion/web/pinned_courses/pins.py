"""Pin courses, and list a user's courses with the pinned ones first."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import list_own_courses, select_visible_courses
from kriterion.web.courses.models import Course
from kriterion.web.pinned_courses.models import CoursePin

MAX_PINS = 30  # of a user


class TooManyPinsError(Exception):
    """The user has pinned as many courses as home shows."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedCourse:
    course: Course
    is_pinned: bool


def pin_course(user: User, course: Course) -> None:
    """Pin a course. Raises TooManyPinsError."""
    others = user.course_pins.exclude(course=course)
    if others.count() >= MAX_PINS:
        raise TooManyPinsError
    CoursePin.objects.get_or_create(user=user, course=course)


def unpin_course(user: User, course: Course) -> None:
    user.course_pins.filter(course=course).delete()


def is_pinned(user: User, course: Course) -> bool:
    return user.course_pins.filter(course=course).exists()


def list_pinned_ids(user: User) -> frozenset[int]:
    """Return the ids of a user's pinned courses, also of those that they no longer see."""
    return frozenset(user.course_pins.values_list("course", flat=True))


def list_courses(user: User, maximum: int) -> list[ListedCourse]:
    """Return the courses that a user pinned or is a member of: pinned, current, archived."""
    own_pin = CoursePin.objects.filter(user=user, course=OuterRef("pk"))
    rows = (
        select_visible_courses(user)
        .annotate(is_pinned=Exists(own_pin))
        .filter(Q(pk__in=list_own_courses(user)) | Q(is_pinned=True))
        .order_by("-is_pinned", "archived", "name", "pk")[:maximum]
    )
    return [ListedCourse(course=course, is_pinned=course.is_pinned) for course in rows]
