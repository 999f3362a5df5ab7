"""What can be checked: which kind of thing a path leads to."""

import os
import re
from collections.abc import Iterator
from enum import StrEnum, unique
from pathlib import Path

from kriterion.exercises.comment_library import COMMENTS
from kriterion.exercises.dodona.configuration import CONFIG, DIRCONFIG
from kriterion.exercises.learn_ocaml.layout import META

RUN = "run"  # makes a directory a judge
RULES = "rules"  # the name of a directory with rules for our analyzer

_LIBRARIES = (COMMENTS, "comments")
_OWN_RULES = (".meta", "analyzer")  # the directory of an exercise's own
_RULE_SUFFIXES = (".yaml", ".yml")
# What is at the beginning of a line in every file with rules.
_RULE_KEYS = (re.compile(rb"(?m)^languages?:"), re.compile(rb"(?m)^(rules|disable):"))
_LOOKED_AT = 100_000  # bytes of a file

_PARTS = (CONFIG, DIRCONFIG, META, RUN)


@unique
class SubjectKind(StrEnum):
    """A judge has a file `run`, an exercise its configuration, a comment library its name, and a
    directory with rules for our analyzer its name or a file of that kind.

    All else may hold exercises.
    """

    REPOSITORY = "repository"
    EXERCISE = "exercise"
    JUDGE = "judge"
    COMMENTS = "comment library"
    RULES = "rules"


def directory_of(path: Path) -> Path | None:
    """The directory that is meant; None when the path leads to nothing that can be checked."""
    if path.is_dir():
        return path
    return path.parent if path.name in _PARTS and path.is_file() else None


def kind_of(directory: Path) -> SubjectKind:
    """What a directory is. A judge, too, has a config.json, so its `run` is looked for first."""
    if (directory / RUN).is_file():
        return SubjectKind.JUDGE
    if any((directory / name).is_file() for name in (CONFIG, META)):
        return SubjectKind.EXERCISE
    name = directory.resolve().name
    if name in _LIBRARIES:
        return SubjectKind.COMMENTS
    if name == RULES or any(map(has_rules, directory.iterdir())):
        return SubjectKind.RULES
    return SubjectKind.REPOSITORY


def own_rules(directory: Path) -> Iterator[Path]:
    """The places below a directory where exercises have rules of their own."""
    for place, folders, names in os.walk(directory):
        if Path(place).parts[-2:] == _OWN_RULES and any(map(_is_yaml, names)):
            yield Path(place)
        hidden = (one for one in folders if one.startswith(".") and one not in _OWN_RULES)
        folders[:] = sorted(set(folders) - set(hidden))


def _is_yaml(name: str) -> bool:
    return name.endswith(_RULE_SUFFIXES)


def has_rules(path: Path) -> bool:
    """Whether a path leads to a file with rules, as far as can be told at a glance."""
    if path.suffix not in _RULE_SUFFIXES or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            beginning = file.read(_LOOKED_AT)
    except OSError:
        return False
    return all(key.search(beginning) for key in _RULE_KEYS)
