"""The layout of a learn-ocaml repository, and the names by which it is recognised.

Source: ocaml-sf/learn-ocaml 5ffd748, its page on exercise repositories and its builder.
"""

import os
from collections.abc import Iterable
from itertools import islice, pairwise
from pathlib import Path

from kriterion.exercises.repository_files import MAXIMUM_ENTRIES

EXERCISES, LESSONS, TUTORIALS, PLAYGROUND = "exercises", "lessons", "tutorials", "playground"
INDEX = "index.json"

META = "meta.json"  # marks an exercise
PRELUDE, PREPARE, TEMPLATE = "prelude.ml", "prepare.ml", "template.ml"
SOLUTION, TEST = "solution.ml", "test.ml"
MAX_SCORE, TITLE = "max_score.txt", "title.txt"
# Generated tables of skills.
FOCUS, REQUIREMENTS = "focus.json", "requirements.json"

_EXERCISE_FILES = frozenset({"descr.html", "descr.md", PRELUDE, PREPARE, TEMPLATE, SOLUTION, TEST})
_DODONA_CONFIG = "config.json"
_MAXIMUM_SEARCHED = 1_000  # directories


def is_root(directory: Path) -> bool:
    """Whether a directory is a repository's root, by the names in it alone."""
    exercises = directory / EXERCISES
    return os.path.lexists(exercises / INDEX) or has_exercises(exercises)


def find_root(around: Iterable[Path]) -> Path | None:
    """Return the nearest root at or above a directory.

    A directory below a root belongs to it only inside `exercises` and the other known folders.
    """
    around = tuple(around)
    if around and is_root(around[0]):
        return around[0]
    parts = (EXERCISES, LESSONS, TUTORIALS, PLAYGROUND)
    return next(
        (outer for inner, outer in pairwise(around) if inner.name in parts and is_root(outer)), None
    )


def has_exercises(directory: Path) -> bool:
    """Whether the first exercise found at or below a directory is learn-ocaml's.

    The search is limited and follows no links.
    """
    waiting = [str(directory)]
    for _ in range(_MAXIMUM_SEARCHED):
        if not waiting:
            return False
        try:
            with os.scandir(waiting.pop()) as scan:
                entries = {entry.name: entry for entry in islice(scan, MAXIMUM_ENTRIES)}
        except OSError:
            continue
        if _DODONA_CONFIG in entries:
            return False
        if META in entries and is_exercise(entries):
            return True
        below = (entry for name, entry in entries.items() if not name.startswith("."))
        waiting += sorted(
            (entry.path for entry in below if entry.is_dir(follow_symlinks=False)), reverse=True
        )
    return False


def is_exercise(names: Iterable[str]) -> bool:
    """Whether a directory has files that only an exercise has."""
    return not _EXERCISE_FILES.isdisjoint(names)


def find_exercises_directory(root: Path) -> Path:
    """Return the directory to which ids of exercises are relative: `exercises`, or the root without
    it.
    """
    exercises = root / EXERCISES
    return exercises if os.path.lexists(exercises) else root
