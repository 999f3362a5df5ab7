"""Exercises from disk: finds out which repository a directory is of, and has it read.

There is one format, Dodona's. Another is another folder with the same functions, and is chosen
here.
"""

import os
import stat
from itertools import takewhile
from pathlib import Path

from kriterion.exercises import dodona
from kriterion.exercises.exercise import Exercise, Repository
from kriterion.exercises.problem import Problem


def load_exercise(
    directory: Path, repository: Path | None = None
) -> tuple[Exercise | None, tuple[Problem, ...]]:
    """The exercise in a directory, and all problems with it.

    It is None exactly when one of the problems is an ERROR. `repository` is looked for when it is
    not given.
    """
    root = find_repository(directory) if repository is None else _real(repository)
    return dodona.load_exercise(_real(directory), root)


def load_repository(directory: Path) -> Repository:
    """All usable exercises of the repository that has this directory as its root."""
    return dodona.load_repository(_real(directory))


def find_repository(directory: Path) -> Path:
    """The root of the repository that a directory belongs to.

    That is the nearest directory with a `.git`, at or above it; else the topmost that looks like a
    repository's root; else the directory itself. Nothing is looked for in a directory that all
    users share, such as /tmp, nor above it: anybody could have put it there.
    """
    directory = _real(directory)
    around = [directory, *takewhile(_is_not_shared, directory.parents)]
    for candidate in around:
        if os.path.lexists(candidate / ".git"):
            return candidate
    return next(filter(dodona.is_root, reversed(around)), directory)


def _is_not_shared(directory: Path) -> bool:
    shared = stat.S_ISVTX | stat.S_IWOTH
    try:
        return directory.stat().st_mode & shared != shared
    except OSError:
        return False


def _real(directory: Path) -> Path:
    """The absolute path without links. Unlike Path.resolve, it raises on no loop."""
    return Path(os.path.realpath(directory))
