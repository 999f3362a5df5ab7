"""What can be checked: which kind of thing a path leads to."""

from enum import StrEnum, unique
from pathlib import Path

from kriterion.exercises.comment_library import COMMENTS
from kriterion.exercises.dodona.configuration import CONFIG, DIRCONFIG
from kriterion.exercises.learn_ocaml.layout import META

RUN = "run"  # makes a directory a judge

_PARTS = (CONFIG, DIRCONFIG, META, RUN)


@unique
class SubjectKind(StrEnum):
    """A judge has a file `run`, an exercise its configuration, a comment library its name.

    All else may hold exercises.
    """

    REPOSITORY = "repository"
    EXERCISE = "exercise"
    JUDGE = "judge"
    COMMENTS = "comment library"


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
    if directory.resolve().name == COMMENTS:
        return SubjectKind.COMMENTS
    return SubjectKind.REPOSITORY
