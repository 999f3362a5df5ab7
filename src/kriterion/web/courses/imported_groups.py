"""Groups in imported lists of members: read what they are now, and set what the list says."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from kriterion.web.courses.groups import ensure_groups
from kriterion.web.courses.models import Course, CourseGroup, Membership, PendingMember

_BATCH: Final = 5000  # values in a query
_Item = TypeVar("_Item")
Names = tuple[str, ...]


def read_groups(course: Course) -> tuple[dict[int, Names], dict[str, Names]]:
    """Return the sorted names of groups, by the member's user id and by awaited username."""
    members = CourseGroup.members.through.objects.filter(coursegroup__course=course)
    waiting = PendingMember.groups.through.objects.filter(coursegroup__course=course)
    return (
        _collect(members.values_list("membership__user", "coursegroup__name")),
        _collect(waiting.values_list("pendingmember__username", "coursegroup__name")),
    )


def find_new_groups(course: Course, wanted: Iterable[Names]) -> list[str]:
    """Return the names that no group of the course has yet."""
    existing = set(course.groups.values_list("name", flat=True))
    return sorted({name for names in wanted for name in names} - existing)


def set_groups(course: Course, members: Mapping[int, Names], waiting: Mapping[str, Names]) -> None:
    """Put members, by user id, and awaited usernames into exactly these groups.

    Groups that do not exist are created. Raises TooManyGroupsError.
    """
    wanted = {name for names in (*members.values(), *waiting.values()) for name in names}
    keys = {name: group.pk for name, group in ensure_groups(course, wanted).items()}
    for users in split(members, _BATCH):
        rows = Membership.objects.filter(course=course, user__in=users)
        memberships = dict(rows.values_list("pk", "user_id"))
        through = CourseGroup.members.through
        through.objects.filter(membership__in=memberships).delete()
        through.objects.bulk_create(
            [
                through(membership_id=membership, coursegroup_id=keys[name])
                for membership, user in memberships.items()
                for name in members[user]
            ],
            batch_size=_BATCH,
        )
    for usernames in split(waiting, _BATCH):
        pending = PendingMember.objects.filter(course=course, username__in=usernames)
        awaited = dict(pending.values_list("pk", "username"))
        through_pending = PendingMember.groups.through
        through_pending.objects.filter(pendingmember__in=awaited).delete()
        through_pending.objects.bulk_create(
            [
                through_pending(pendingmember_id=key, coursegroup_id=keys[name])
                for key, username in awaited.items()
                for name in waiting[username]
            ],
            batch_size=_BATCH,
        )


def split(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Yield lists of at most `size` items."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


_Key = TypeVar("_Key", int, str)


def _collect(rows: Iterable[tuple[_Key, str]]) -> dict[_Key, Names]:
    names: dict[_Key, list[str]] = {}
    for key, name in rows:
        names.setdefault(key, []).append(name)
    return {key: tuple(sorted(members)) for key, members in names.items()}
