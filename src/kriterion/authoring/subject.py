"""What can be checked: classify what a path leads to."""

import os
import re
from collections.abc import Iterator
from enum import StrEnum, unique
from pathlib import Path

from kriterion.exercises import exercism
from kriterion.exercises.comment_library import COMMENTS
from kriterion.exercises.dodona.merged_configuration import CONFIG, DIRCONFIG
from kriterion.exercises.learn_ocaml.repository_layout import META

RUN = "run"  # marks a judge
RULES = "rules"  # the name of a directory with rules for our analyzer
SCRIPTS = ("bin/run.sh", "run.sh")  # mark an Exercism tool
DOCKERFILE = "Dockerfile"

_LIBRARIES = (COMMENTS, "comments")
_OWN_RULES = (".meta", "analyzer")  # the directory of an exercise's own rules
_RULE_SUFFIXES = (".yaml", ".yml")
# Starts a line in every file with rules.
_RULE_KEYS = (re.compile(rb"(?m)^languages?:"), re.compile(rb"(?m)^(rules|disable):"))
_LOOKED_AT = 100_000  # bytes of a file

_TRACK_DIRECTORIES = (
    "exercises",
    "concept",
    "practice",
)  # names of a track's directories of exercises
_TOOL_NAME = re.compile(r".*-(analyzer|representer|test-runner)")
_PARTS = (CONFIG, DIRCONFIG, META, RUN)


@unique
class SubjectKind(StrEnum):
    """The kinds of subjects.

    A judge has a file `run`, a track its directories of exercises, an exercise its configuration, a
    comment library its name, an Exercism tool its script, and a directory with rules for our
    analyzer its name or a file of that kind. Everything else may contain exercises.
    """

    REPOSITORY = "repository"
    EXERCISE = "exercise"
    JUDGE = "judge"
    TRACK = "track"
    TRACK_EXERCISE = "exercise of a track"
    TOOL = "tool"
    COMMENTS = "comment library"
    RULES = "rules"


def find_directory(path: Path) -> Path | None:
    """Return the directory to check; None if the path leads to nothing that can be checked."""
    if path.is_dir():
        return path
    return path.parent if path.name in _PARTS and path.is_file() else None


def classify_directory(directory: Path) -> SubjectKind:
    """Classify a directory. Judges and tracks also have a config.json, so they come first."""
    if (directory / RUN).is_file():
        return SubjectKind.JUDGE
    if is_in_track(directory):
        return SubjectKind.TRACK
    if exercism.is_exercise(directory):
        return SubjectKind.TRACK_EXERCISE
    if any((directory / name).is_file() for name in (CONFIG, META)):
        return SubjectKind.EXERCISE
    name = directory.resolve().name
    if name in _LIBRARIES or find_library_around(directory) is not None:
        return SubjectKind.COMMENTS
    if find_script(directory) is not None:
        return SubjectKind.TOOL
    if name == RULES or any(map(has_rules, directory.iterdir())):
        return SubjectKind.RULES
    return SubjectKind.REPOSITORY


def is_in_track(directory: Path) -> bool:
    """Whether a directory is a track, or contains exercises of one: `exercises/practice`."""
    if exercism.is_track(directory):
        return True
    directory = directory.resolve()
    return directory.name in _TRACK_DIRECTORIES and any(
        exercism.is_track(outer) for outer in list(directory.parents)[:2]
    )


def find_library_around(directory: Path) -> Path | None:
    """Return the comment library around a directory, or None."""
    return next((parent for parent in directory.resolve().parents if parent.name == COMMENTS), None)


def find_script(directory: Path) -> str | None:
    """Return the script of an Exercism tool; None if the directory is not one.

    Many repositories have a run.sh: it only counts if the name or the Dockerfile agree.
    """
    for script in SCRIPTS:
        if (directory / script).is_file():
            is_named = _TOOL_NAME.fullmatch(directory.resolve().name) is not None
            if script == SCRIPTS[0] or is_named or (directory / DOCKERFILE).is_file():
                return script
    return None


def find_own_rules(directory: Path) -> Iterator[Path]:
    """Yield the directories of exercises' own rules below a directory."""
    for place, folders, names in os.walk(directory):
        if Path(place).parts[-2:] == _OWN_RULES and any(map(_is_yaml, names)):
            yield Path(place)
        hidden = (
            folder for folder in folders if folder.startswith(".") and folder not in _OWN_RULES
        )
        folders[:] = sorted(set(folders) - set(hidden))


def _is_yaml(name: str) -> bool:
    return name.endswith(_RULE_SUFFIXES)


def has_rules(path: Path) -> bool:
    """Whether a path leads to a file with rules, judging by its start."""
    if path.suffix not in _RULE_SUFFIXES or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            beginning = file.read(_LOOKED_AT)
    except OSError:
        return False
    return all(key.search(beginning) for key in _RULE_KEYS)
