"""Exercises from disk: finds out which repository a directory is of, and has it read.

Each format is a folder with the same functions; which one a repository has is decided here, by the
names of what is in it and never by what files hold.
"""

import os
import stat
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from kriterion.exercises import dodona, exercism, learn_ocaml
from kriterion.exercises.exercise import Exercise, Repository
from kriterion_tools.diagnostic import Diagnostic


class Format(Protocol):
    """What is known of one format of repositories."""

    def load_exercise(
        self, directory: Path, root: Path
    ) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
        """One exercise; it is None exactly when one of the problems is an ERROR."""

    def load_repository(self, root: Path) -> Repository:
        """All usable exercises, and all problems."""


def load_exercise(
    directory: Path, repository: Path | None = None
) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
    """The exercise in a directory, and all problems with it.

    It is None exactly when one of the problems is an ERROR. `repository` is looked for when it is
    not given.
    """
    root = find_repository(directory) if repository is None else _real(repository)
    directory = _real(directory)
    # One of a track can be used by itself, wherever it was copied to.
    its = exercism if exercism.is_exercise(directory) else find_format(root)
    return its.load_exercise(directory, root)


def load_repository(directory: Path) -> Repository:
    """All usable exercises of the repository that has this directory as its root."""
    root = _real(directory)
    return find_format(root).load_repository(root)


def find_format(root: Path) -> Format:
    """The format of a repository: Dodona's, unless its exercises are another's."""
    if dodona.is_root(root):
        return dodona
    if learn_ocaml.is_root(root) or learn_ocaml.holds_exercises(root):
        return learn_ocaml
    return exercism if exercism.is_track(root) else dodona


def find_repository(directory: Path) -> Path:
    """The root of the repository that a directory belongs to.

    That is the nearest directory at or above it that looks like a root of learn-ocaml's or has a
    `.git`; else the topmost that looks like a root of Dodona's; else the nearest that looks like a
    track of Exercism's; else the directory itself. Nothing is looked for in a directory that all
    users share, such as /tmp, nor above it: anybody could have put it there.
    """
    directory = _real(directory)
    around = [directory, *takewhile(_is_not_shared, directory.parents)]
    clone = next((outer for outer in around if os.path.lexists(outer / ".git")), None)
    if clone is not None:
        around = around[: around.index(clone) + 1]
    inner = learn_ocaml.find_root(around) or clone
    return (
        inner
        or next(filter(dodona.is_root, reversed(around)), None)
        or next(filter(exercism.is_track, around), directory)
    )


def _is_not_shared(directory: Path) -> bool:
    shared = stat.S_ISVTX | stat.S_IWOTH
    try:
        return directory.stat().st_mode & shared != shared
    except OSError:
        return False


def _real(directory: Path) -> Path:
    """The absolute path without links. Unlike Path.resolve, it raises on no loop."""
    return Path(os.path.realpath(directory))
