"""Recognize the activities of a repository in its next version, even if they were moved."""

from collections import Counter
from collections.abc import Collection, Iterable

from kriterion.web.catalog.models import Activity

Key = tuple[str, str]  # type and path

_LONGEST_PATH = 500


def get_key(row: Activity) -> Key:
    return (row.type, row.path)


def forget_shared_tokens(rows: Iterable[Activity]) -> None:
    """Clear tokens that several activities of a version share: one was copied from another."""
    rows = list(rows)
    bearers = Counter(row.token for row in rows)
    for row in rows:
        if bearers[row.token] > 1:
            row.token = ""


def match_activities(
    known: Collection[Activity], found: Collection[Activity]
) -> dict[Key, Activity]:
    """Match the activities of a new version with known ones: return the known rows by new key.

    An activity is recognized by its token, else by its path. If neither matches, an activity has
    moved if exactly one missing and exactly one new activity have its name.
    """
    by_token = {(row.type, row.token): row for row in known if row.token}
    matched = {
        get_key(row): by_token[row.type, row.token]
        for row in found
        if row.token and (row.type, row.token) in by_token
    }
    taken = {row.pk for row in matched.values()}
    by_path = {get_key(row): row for row in known if row.pk not in taken}
    for row in found:
        if get_key(row) not in matched and get_key(row) in by_path:
            matched[get_key(row)] = by_path.pop(get_key(row))
    gone = _index_single_names(by_path.values())
    new = _index_single_names(row for row in found if get_key(row) not in matched)
    for name in gone.keys() & new.keys():
        if not (gone[name].token and new[name].token):  # two tokens differ: not the same activity
            matched[get_key(new[name])] = gone[name]
    return matched


def make_room(
    known: Iterable[Activity], matched: dict[Key, Activity], found: Iterable[Activity]
) -> None:
    """Free the paths of activities that moved, and of removed ones whose path is taken.

    Paths are unique in the database, even while the rows are written one by one.
    """
    places = {row.pk: key for key, row in matched.items()}
    wanted = {get_key(row) for row in found}
    for row in known:
        is_moved = row.pk in places and places[row.pk] != get_key(row)
        is_displaced = row.pk not in places and get_key(row) in wanted
        if is_moved or is_displaced:
            suffix = f" ({row.pk})"
            row.path = f"{row.path[: _LONGEST_PATH - len(suffix)]}{suffix}"
            row.save(update_fields=["path"])


def _index_single_names(rows: Iterable[Activity]) -> dict[Key, Activity]:
    """Return the rows by type and last part of the path, without those that share both."""
    rows = list(rows)
    names = [(row.type, row.path.rpartition("/")[2]) for row in rows]
    counts = Counter(names)
    return {name: row for name, row in zip(names, rows, strict=True) if counts[name] == 1}
