"""Enrol users in courses by the groups that their institution says they are in."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course, InstitutionGroup, JoinRequest, Membership

MAX_NAMES: Final = 50  # of a course
MAX_NAME: Final = 200  # characters


def enrol_by_groups(user: User, groups: Iterable[str]) -> list[Course]:
    """Make a user a student of the courses that name one of the groups; return new courses.

    Members keep their role. Archived courses take nobody.
    """
    wanted = [group for group in groups if len(group) <= MAX_NAME and "\0" not in group]
    courses = Course.objects.filter(institution_groups__name__in=wanted, archived=False)
    enrolled = []
    for course in courses.exclude(memberships__user=user).distinct():
        with transaction.atomic():
            _, is_new = Membership.objects.get_or_create(course=course, user=user)
            JoinRequest.objects.filter(course=course, user=user).delete()
        if is_new:
            enrolled.append(course)
    return enrolled


@transaction.atomic
def set_institution_groups(course: Course, names: Iterable[str]) -> list[str]:
    """Replace the groups that enrol users; return those that are kept, at most `MAX_NAMES`."""
    Course.objects.select_for_update().get(pk=course.pk)
    kept = sorted({name.strip()[:MAX_NAME] for name in names if name.strip()})[:MAX_NAMES]
    course.institution_groups.all().delete()
    InstitutionGroup.objects.bulk_create(
        InstitutionGroup(course=course, name=name) for name in kept
    )
    return kept
