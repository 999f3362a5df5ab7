"""Groups of a course's members. A member may be in several."""

import unicodedata
from collections.abc import Iterable
from typing import Final

from django.db import transaction

from kriterion.web.courses.models import Course, CourseGroup, MemberRole, Membership
from kriterion_tools.errors import KriterionError

MAX_NAME: Final = 100  # characters
MAX_GROUPS: Final = 500  # of a course
SEPARATORS: Final = ",;|"  # between groups in a cell of a list


class GroupNameError(KriterionError):
    """A name is empty, too long, taken, or has characters that no name may have."""


class TooManyGroupsError(KriterionError):
    """The course would have too many groups."""


class NoMentorError(KriterionError):
    """Only students and assistants mentor groups of their course; teachers see everybody."""


def normalize_name(name: str) -> str:
    """Return a name in composed form with single blanks. Raises GroupNameError."""
    normal = unicodedata.normalize("NFC", " ".join(name.split()))
    if not normal or len(normal) > MAX_NAME:
        raise GroupNameError(f"group: a name must have 1 to {MAX_NAME} characters: {normal[:50]!r}")
    # Controls and formats could make one name look like another.
    if any(letter in SEPARATORS or unicodedata.category(letter)[0] == "C" for letter in normal):
        raise GroupNameError(f"group: a name must not contain {SEPARATORS}: {normal[:50]!r}")
    return normal


@transaction.atomic
def add_group(course: Course, name: str) -> CourseGroup:
    """Create a group, or return the existing one. Raises GroupNameError, TooManyGroupsError."""
    return ensure_groups(course, [name])[normalize_name(name)]


@transaction.atomic
def ensure_groups(course: Course, names: Iterable[str]) -> dict[str, CourseGroup]:
    """Return groups by normal name, creating those that do not exist.

    Raises GroupNameError, TooManyGroupsError.
    """
    wanted = {normalize_name(name) for name in names}
    Course.objects.select_for_update().get(pk=course.pk)
    existing = {group.name: group for group in course.groups.all()}
    missing = sorted(wanted - existing.keys())
    if len(existing) + len(missing) > MAX_GROUPS:
        raise TooManyGroupsError(f"group: a course may have at most {MAX_GROUPS} groups")
    CourseGroup.objects.bulk_create(CourseGroup(course=course, name=name) for name in missing)
    return {group.name: group for group in course.groups.filter(name__in=wanted)}


@transaction.atomic
def rename_group(group: CourseGroup, name: str) -> None:
    """Rename a group. Raises GroupNameError if another group of the course has the name."""
    normal = normalize_name(name)
    Course.objects.select_for_update().get(pk=group.course_id)
    others = CourseGroup.objects.filter(course=group.course_id, name=normal)
    if others.exclude(pk=group.pk).exists():
        raise GroupNameError(f"group: the name is taken: {normal!r}")
    group.name = normal
    group.save(update_fields=["name"])


@transaction.atomic
def delete_group(group: CourseGroup) -> None:
    """Delete a group; its members stay in the course."""
    Course.objects.select_for_update().get(pk=group.course_id)
    group.delete()


def add_members(group: CourseGroup, memberships: Iterable[Membership]) -> int:
    """Add members of the group's course; return how many were not in the group before."""
    return _change_members(group, memberships, is_added=True)


def remove_members(group: CourseGroup, memberships: Iterable[Membership]) -> int:
    """Remove members from the group; return how many were in it."""
    return _change_members(group, memberships, is_added=False)


@transaction.atomic
def add_mentor(group: CourseGroup, membership: Membership) -> None:
    """Let a member of the course mentor the group. Raises NoMentorError."""
    Course.objects.select_for_update().get(pk=group.course_id)
    membership.refresh_from_db()
    if membership.course_id != group.course_id or membership.role == MemberRole.TEACHER:
        raise NoMentorError("group: only students and assistants of its course can mentor it")
    group.mentors.add(membership)


def remove_mentor(group: CourseGroup, membership: Membership) -> None:
    """Remove a member from the mentors of the group."""
    group.mentors.remove(membership)


@transaction.atomic
def _change_members(
    group: CourseGroup, memberships: Iterable[Membership], *, is_added: bool
) -> int:
    Course.objects.select_for_update().get(pk=group.course_id)
    keys = {membership.pk for membership in memberships if membership.course_id == group.course_id}
    inside = set(group.members.filter(pk__in=keys).values_list("pk", flat=True))
    if is_added:
        group.members.add(*keys)
        return len(keys - inside)
    group.members.remove(*keys)
    return len(inside)
