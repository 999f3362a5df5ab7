"""A course of all exercises of a repository, with its groups as series."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity, ActivityState
from kriterion.web.courses.course_access import select_usable_activities
from kriterion.web.courses.models import Course, MemberRole, Membership, Registration
from kriterion.web.courses.repository_series import add_series, plan_series
from kriterion.web.repositories.models import Repository
from kriterion.web.teaching.course_form import make_slug


class MadeCourse(NamedTuple):
    """A course that was made, and how many series it has."""

    course: Course
    series: int


def select_course_material(user: User) -> QuerySet[Activity]:
    """Return the activities that the user may put into a course."""
    return select_usable_activities(user).filter(state=ActivityState.OK)


def make_course(repository: Repository, user: User, *, teachers: Sequence[User] = ()) -> MadeCourse:
    """Make a course with everything of a repository that the user may use.

    Only its teachers see it at first.
    """
    try:
        return _make_course(repository, user, teachers)
    except IntegrityError:  # somebody has just taken the slug
        return _make_course(repository, user, teachers)


@transaction.atomic
def _make_course(repository: Repository, user: User, teachers: Sequence[User]) -> MadeCourse:
    course = Course.objects.create(
        name=repository.name,
        slug=make_slug(repository.name),
        visible=False,
        registration=Registration.CLOSED,
    )
    for teacher in teachers:
        Membership.objects.create(course=course, user=teacher, role=MemberRole.TEACHER)
    return MadeCourse(course, add_repository(course, repository, user))


def add_repository(course: Course, repository: Repository, user: User) -> int:
    """Add what the user may use of a repository as hidden series; return their number."""
    usable = select_course_material(user).filter(repository=repository)
    activities = usable.order_by("position", "pk").distinct()
    return add_series(course, plan_series(repository, list(activities)))
