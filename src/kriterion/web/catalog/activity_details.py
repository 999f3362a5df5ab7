"""Details of activities that editors replace on the site, in place of what the repository says.

The activity's own fields have the current details, so that code that lists activities need not know
of this. `Activity.replaced` keeps what the repository says.
"""

from collections.abc import Mapping
from typing import Any

from kriterion.web.catalog.models import Activity
from kriterion.web.database.write_lock import write_transaction

REPLACEABLE = ("names", "labels", "difficulty")


def read_original(activity: Activity) -> dict[str, Any]:
    """Return the details from the repository."""
    return {**_read_details(activity), **activity.replaced}


def replace_details(activity_id: int, changes: Mapping[str, Any]) -> None:
    """Store the changed details; `names` contains only the changed languages.

    An empty name restores the repository's. Raises Activity.DoesNotExist.
    """
    with write_transaction():
        stored = _lock(activity_id)
        original = read_original(stored)
        for name, value in changes.items():
            if name == "names":
                originals = {language: original["names"].get(language) for language in value}
                merged = {**stored.names, **{key: value[key] or originals[key] for key in value}}
                value = {language: text for language, text in merged.items() if text}
            setattr(stored, name, value)
        _save(stored, original)


def restore_details(activity_id: int) -> None:
    """Restore the repository's details of an activity. Raises Activity.DoesNotExist."""
    with write_transaction():
        stored = _lock(activity_id)
        original = read_original(stored)
        for name, value in original.items():
            setattr(stored, name, value)
        _save(stored, original)


def keep_replaced(known: Activity, row: Activity) -> None:
    """Copy editors' replacements from the stored row to one just read from its repository."""
    original = _read_details(row)
    for name, before in known.replaced.items():
        current = getattr(known, name)
        if name == "names":
            own = {key: text for key, text in current.items() if text != before.get(key)}
            current = {**row.names, **own}
        setattr(row, name, current)
    row.replaced = _find_replaced(row, original)
    set_search_text(row)


def set_search_text(row: Activity) -> None:
    """Set the text that searches look through, in lower case."""
    words = (
        *(*row.names.values(), row.path, row.programming_language),
        *(*row.labels, *row.trains, *row.requires, *row.author_names),
    )
    row.search_text = " ".join(dict.fromkeys(filter(None, words))).lower()


def _lock(activity_id: int) -> Activity:
    return Activity.objects.select_for_update(no_key=True).get(pk=activity_id)


def _read_details(activity: Activity) -> dict[str, Any]:
    return {name: getattr(activity, name) for name in REPLACEABLE}


def _find_replaced(row: Activity, original: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in original.items() if getattr(row, name) != value}


def _save(row: Activity, original: Mapping[str, Any]) -> None:
    row.replaced = _find_replaced(row, original)
    set_search_text(row)
    row.save(update_fields=[*REPLACEABLE, "replaced", "search_text"])
