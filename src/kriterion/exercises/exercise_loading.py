"""Load exercises from disk: find a directory's repository and its format, and read it.

Each format is a folder with the same functions. The format is decided here, by names of files and
never by their content.
"""

import os
import stat
from itertools import takewhile
from pathlib import Path
from typing import Protocol

from kriterion.exercises import dodona, exercism, learn_ocaml
from kriterion.exercises.exercise import Exercise, ExerciseRepository
from kriterion_tools.diagnostic import Diagnostic


class Format(Protocol):
    """A reader of one format of repositories."""

    def load_exercise(
        self, directory: Path, root: Path
    ) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
        """Load one exercise; it is None exactly if one of the problems is an ERROR."""

    def load_repository(self, root: Path) -> ExerciseRepository:
        """Load all usable exercises, and all problems."""


def load_exercise(
    directory: Path, repository: Path | None = None
) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
    """Load the exercise in a directory, with all its problems.

    It is None exactly if one of the problems is an ERROR. Without `repository`, it is searched.
    """
    root = find_repository(directory) if repository is None else _resolve(repository)
    directory = _resolve(directory)
    # A track's exercise can be used alone, wherever it was copied.
    its = exercism if exercism.is_exercise(directory) else find_format(root)
    return its.load_exercise(directory, root)


def load_repository(directory: Path) -> ExerciseRepository:
    """Load all usable exercises of the repository with this root."""
    root = _resolve(directory)
    return find_format(root).load_repository(root)


def find_format(root: Path) -> Format:
    """Return the format of a repository: Dodona's, unless its exercises have another."""
    if dodona.is_root(root):
        return dodona
    if learn_ocaml.is_root(root) or learn_ocaml.has_exercises(root):
        return learn_ocaml
    return exercism if exercism.is_track(root) else dodona


def find_repository(directory: Path) -> Path:
    """Return the root of the repository that contains a directory.

    That is the nearest directory at or above it that looks like a root of learn-ocaml's or has a
    `.git`; else the topmost that looks like a root of Dodona's; else the nearest that looks like an
    Exercism track; else the directory itself. Directories that all users share, such as /tmp, and
    those above are not searched: anybody could have placed something there.
    """
    directory = _resolve(directory)
    around = [directory, *takewhile(_is_private, directory.parents)]
    clone = next((outer for outer in around if os.path.lexists(outer / ".git")), None)
    if clone is not None:
        around = around[: around.index(clone) + 1]
    inner = learn_ocaml.find_root(around) or clone
    return (
        inner
        or next(filter(dodona.is_root, reversed(around)), None)
        or next(filter(exercism.is_track, around), directory)
    )


def _is_private(directory: Path) -> bool:
    """Whether a directory is not one like /tmp, where everybody can create files."""
    shared = stat.S_ISVTX | stat.S_IWOTH
    try:
        return directory.stat().st_mode & shared != shared
    except OSError:
        return False


def _resolve(directory: Path) -> Path:
    """Resolve links. Unlike Path.resolve, this accepts loops."""
    return Path(os.path.realpath(directory))
