"""Filter a student's files for the input of an Exercism tool.

Source: exercism/website 16bb79f, the filter of submitted files; it accepts "../x", and we do not.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

MAXIMUM_NAME_BYTES = 255  # of a whole path, since file systems limit each part

_ALLOWED = re.compile(r"[A-Za-z0-9_./-]*")
_RESERVED = (".meta", ".docs", ".approaches", ".articles", ".exercism")


@dataclass(frozen=True, kw_only=True, slots=True)
class FilteredFiles:
    """A student's usable files, and why the others are not (both by name)."""

    kept: Mapping[str, bytes] = field(default_factory=dict)
    left_out: Mapping[str, str] = field(default_factory=dict)


def filter_files(
    files: Mapping[str, bytes],
    *,
    solution: Collection[str] = (),
    tests: Collection[str] = (),
    editor: Collection[str] = (),
    material: Collection[str] = (),
) -> FilteredFiles:
    """Return the files that are not the exercise's own and have safe names.

    `solution`, `tests` and `editor` are the exercise's lists; `material` are all its files, which a
    student's may replace, but a file cannot replace a directory.
    """
    kept: dict[str, bytes] = {}
    left_out: dict[str, str] = {}
    used_names: set[str] = set()  # in lower case: some file systems ignore case
    directories: set[str] = set()
    own = frozenset(material)
    own_directories = {directory for file in material for directory in _list_directories(file)}
    for name, content in files.items():
        small = name.lower()
        around = set(_list_directories(small))
        fault = find_name_fault(name)
        if fault is None and name in editor:
            fault = "is a file provided by the exercise"
        if fault is None and name in tests and name not in solution:
            fault = "is one of the exercise's test files"
        if fault is None and (small in used_names or small in directories or around & used_names):
            fault = "conflicts with another file"
        if fault is None and (
            name in own_directories or not own.isdisjoint(_list_directories(name))
        ):
            fault = "conflicts with another file"
        if fault is None:
            kept[name] = content
            used_names.add(small)
            directories |= around
        else:
            left_out[name] = fault
    return FilteredFiles(kept=kept, left_out=left_out)


def find_name_fault(name: str) -> str | None:
    """Return why a name cannot be that of a student's file, or None."""
    steps = name.split("/")
    if not _ALLOWED.fullmatch(name):
        return "contains characters other than letters, digits and _ . / -"
    if name.startswith("/"):
        return "is an absolute path"
    if ".." in steps:
        return "points outside the directory"
    if "" in steps or "." in steps:
        return "is not a plain path"
    if len(name) > MAXIMUM_NAME_BYTES:
        return "is too long"
    if steps[0].lower() in _RESERVED:
        return "is in a directory reserved for the exercise"
    return None


def _list_directories(name: str) -> Iterator[str]:
    """Yield the directories around a file."""
    steps: Iterable[str] = name.split("/")[:-1]
    path = ""
    for step in steps:
        path += step
        yield path
        path += "/"
