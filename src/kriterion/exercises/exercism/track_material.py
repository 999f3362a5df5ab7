"""The files of an exercise that its tools see beside the student's.

Source: exercism/website 16bb79f: all files of the exercise's directory, except those that only
readers need.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Unreadable, is_directory, is_plain

MAXIMUM_BYTES = 16 * 1024 * 1024  # for all files together
MAXIMUM_FILES = 2000
MAXIMUM_DEPTH = 16

_DIRECTORIES_FOR_READERS = (".docs", ".approaches", ".articles", ".git")


def load_material(directory: Path, problems: Problems) -> dict[str, bytes]:
    """Return the files of an exercise by name relative to its directory, in order.

    Unreadable files and excess ones are left out and reported.
    """
    files = Files(directory)
    material: dict[str, bytes] = {}
    left_bytes = MAXIMUM_BYTES
    for path in _walk(files, directory, problems):
        name = path.relative_to(directory).as_posix()
        if len(material) == MAXIMUM_FILES:
            problems.warn(
                ".",
                f"contains more than {MAXIMUM_FILES:,} files; the rest is ignored",
                code="exercism.material.too-many-files",
            )
            break
        try:
            content = files.load(path, at_most=left_bytes)
        except Unreadable as error:
            problems.warn(
                files.name(path),
                f"is ignored: it {error}",
                code="exercism.material.unreadable-file",
            )
            continue
        material[name] = content
        left_bytes -= len(content)
    return material


def _walk(files: Files, root: Path, problems: Problems) -> Iterator[Path]:
    """Yield every file below a directory. Links to directories are not followed."""
    waiting = [(root, 0)]
    while waiting:
        directory, depth = waiting.pop()
        try:
            entries = files.entries(directory)
        except Unreadable as error:
            problems.warn(files.name(directory), str(error), code="file.unreadable")
            continue
        for entry in entries.values():
            if depth == 0 and entry.name in _DIRECTORIES_FOR_READERS:
                continue
            if not is_plain(entry.name):
                problems.warn(
                    files.name(Path(entry.path)),
                    "is ignored: its name is not plain text",
                    code="exercism.material.invalid-file-name",
                )
            elif not is_directory(entry):
                yield Path(entry.path)
            elif not os.path.islink(entry.path) and depth < MAXIMUM_DEPTH:  # noqa: PTH114
                waiting.append((Path(entry.path), depth + 1))
