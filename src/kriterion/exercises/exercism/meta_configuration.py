"""An exercise's `.meta/config.json`: the roles of its files, and its own version.

Source: exercism/docs 19e037f, building/tracks/practice-exercises.md and the page on concept
exercises ("files", "representer").
"""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kriterion.exercises.json_object import read_object
from kriterion.exercises.problem import Problems
from kriterion_tools.diagnostic import describe_value

DEFAULT_VERSION = 1
MAXIMUM_BYTES = 262_144
MAXIMUM_FILES = 1000  # per list

_LARGEST_VERSION = 2**31 - 1


@dataclass(frozen=True, kw_only=True, slots=True)
class MetaConfiguration:
    """The roles of an exercise's files; all names are relative to its directory.

    They are normalized ("./a.py" is "a.py"), because they are compared with the names of files.
    `version` counts changes of the exercise that invalidate representations.
    """

    solution: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    exemplar: tuple[str, ...] = ()
    editor: tuple[str, ...] = ()
    invalidator: tuple[str, ...] = ()
    version: int = DEFAULT_VERSION


def read_configuration(content: bytes, file: str, problems: Problems) -> MetaConfiguration | None:
    """Parse the configuration in the bytes of `file`; None if it is unusable, with problems saying
    why.

    Invalid parts count as missing.
    """
    written = read_object(content, file, problems)
    if written is None:
        return None
    files = _read_object(written, "files", file, problems)
    kinds = ("solution", "test", "example", "exemplar", "editor", "invalidator")
    return MetaConfiguration(
        **{kind: _read_names(files, kind, file, problems) for kind in kinds},
        version=_read_version(_read_object(written, "representer", file, problems), file, problems),
    )


def _read_object(
    written: Mapping[str, Any], key: str, file: str, problems: Problems
) -> dict[str, Any]:
    value = written.get(key)
    if isinstance(value, dict):
        return value
    if value is not None:
        problems.warn(
            file,
            f"must be an object, not {describe_value(value)}",
            where=key,
            code="exercism.config.wrong-type",
        )
    return {}


def _read_names(
    files: Mapping[str, Any], kind: str, file: str, problems: Problems
) -> tuple[str, ...]:
    value = files.get(kind)
    where = f"files.{kind}"
    if value is None:
        return ()
    if not isinstance(value, list) or len(value) > MAXIMUM_FILES:
        fix = f"write a list of at most {MAXIMUM_FILES:,} file names"
        problems.warn(
            file,
            f"must be a list of names, not {describe_value(value)}",
            where=where,
            fix=fix,
            code="exercism.config.wrong-type",
        )
        return ()
    for index, name in enumerate(value):
        if not isinstance(name, str):
            what = f"must be a file name, not {describe_value(name)}"
            problems.warn(
                file, what, where=f"{where}[{index}]", code="exercism.config.invalid-file-name"
            )
    return tuple(_normalize_name(name) for name in value if isinstance(name, str))


def _normalize_name(name: str) -> str:
    return posixpath.normpath(name) if name and "\0" not in name else name


def _read_version(representer: Mapping[str, Any], file: str, problems: Problems) -> int:
    version = representer.get("version", DEFAULT_VERSION)
    if type(version) is int and 1 <= version <= _LARGEST_VERSION:
        return version
    what = f"must be a whole number from 1 to {_LARGEST_VERSION:,}, not {describe_value(version)}"
    problems.warn(file, what, where="representer.version", code="exercism.config.invalid-version")
    return DEFAULT_VERSION
