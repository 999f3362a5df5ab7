"""Find directories of an exercise that are larger than a run accepts."""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.authoring.author_places import inside
from kriterion.authoring.finding import error
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.directory_tree import MAXIMUM_BYTES, MAXIMUM_FILES
from kriterion_tools.diagnostic import Diagnostic


def check_sizes(exercise: Exercise) -> Iterator[Diagnostic]:
    """Yield the directories that no run can receive."""
    for directory in (exercise.workdir, exercise.resources):
        if directory is None:
            continue
        files, size = _measure(directory)
        name = inside(exercise, os.path.relpath(directory, exercise.directory))
        if files > MAXIMUM_FILES:
            yield error(
                name,
                f"contains more than {MAXIMUM_FILES:,} files; no run receives it",
                fix="leave out what no test needs, or pack it into one file",
                code="exercise.too-many-files",
            )
        elif size > MAXIMUM_BYTES:
            yield error(
                name,
                f"contains more than {MAXIMUM_BYTES:,} bytes; no run receives it",
                fix="leave out what no test needs, or put it into the image of the judge",
                code="exercise.directory-too-large",
            )


def _measure(directory: Path) -> tuple[int, int]:
    """Return the number of entries and the bytes of the files in a directory, up to the limits."""
    files = size = 0
    waiting = [str(directory)]
    while waiting and files <= MAXIMUM_FILES and size <= MAXIMUM_BYTES:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if entry.name == ".git":
                        continue
                    files += 1
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.is_file(follow_symlinks=False):
                        size += entry.stat(follow_symlinks=False).st_size
                    if files > MAXIMUM_FILES:
                        break
        except OSError:  # reported by what reads the files
            continue
    return files, size
