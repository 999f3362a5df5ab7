"""Groups in imported lists of members: read what they are now, and set what the list says."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from django.db.models import Model

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
        _collect_names(members.values_list("membership__user", "coursegroup__name")),
        _collect_names(waiting.values_list("pendingmember__username", "coursegroup__name")),
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
        names = {key: members[user] for key, user in memberships.items()}
        _replace(CourseGroup.members.through, "membership", names, keys)
    for usernames in split(waiting, _BATCH):
        pending = PendingMember.objects.filter(course=course, username__in=usernames)
        awaited = dict(pending.values_list("pk", "username"))
        names = {key: waiting[username] for key, username in awaited.items()}
        _replace(PendingMember.groups.through, "pendingmember", names, keys)


def split(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Yield lists of at most `size` items."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


def _replace(
    through: type[Model], column: str, names: Mapping[int, Names], keys: Mapping[str, int]
) -> None:
    """Replace the groups of rows of `column`; `keys` are the ids of the groups by name."""
    links = through._default_manager
    links.filter(**{f"{column}__in": names}).delete()
    links.bulk_create(
        [
            through(**{f"{column}_id": key, "coursegroup_id": keys[name]})
            for key, each in names.items()
            for name in each
        ],
        batch_size=_BATCH,
    )


_Key = TypeVar("_Key", int, str)


def _collect_names(rows: Iterable[tuple[_Key, str]]) -> dict[_Key, Names]:
    names: dict[_Key, list[str]] = {}
    for key, name in rows:
        names.setdefault(key, []).append(name)
    return {key: tuple(sorted(members)) for key, members in names.items()}
