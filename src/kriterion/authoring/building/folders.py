"""Publish the files in an exercise's subdirectories.

Source: ocaml-sf/learn-ocaml 5ffd748, its builder. Unlike that, we publish neither hidden files nor
nested exercises with their solutions.
"""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.repository_layout import META
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Unreadable, is_directory
from kriterion_tools.diagnostic import Diagnostic

MAXIMUM_FILE_BYTES = 64 * 1024 * 1024
MAXIMUM_FILES = 10_000  # per exercise

_MAXIMUM_DEPTH = 16


def publish_folders(course_exercise: CourseExercise, into: Path) -> tuple[Diagnostic, ...]:
    """Write the files into a directory; return a problem for each that cannot be published."""
    problems = Problems()
    files = Files(course_exercise.exercise.repository)
    folders = (
        (f"{folder}/{name}", path)
        for folder in course_exercise.folders
        for name, path in _walk_files(files, course_exercise.exercise.directory / folder, problems)
    )
    for name, path in islice(folders, MAXIMUM_FILES):
        try:
            content = files.load(path, at_most=MAXIMUM_FILE_BYTES)
        except Unreadable as error:
            problems.warn(
                files.name(path), f"is not published: {error}", code="build.unreadable-file"
            )
            continue
        target = into / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    if next(folders, None):
        what = f"has more than {MAXIMUM_FILES:,} files to publish; the rest is not published"
        problems.warn(
            files.name(course_exercise.exercise.directory), what, code="build.too-many-files"
        )
    return tuple(problems)


def _walk_files(files: Files, top: Path, problems: Problems) -> Iterator[tuple[str, Path]]:
    """Yield the files below a directory with their relative paths."""
    waiting: list[tuple[str, Path, tuple[Path, ...]]] = [("", top, (_resolve(top),))]
    while waiting:
        beginning, directory, way = waiting.pop()
        try:
            entries = files.entries(directory)
        except Unreadable as error:
            problems.warn(
                files.name(directory), f"is not published: {error}", code="build.unreadable-file"
            )
            continue
        if META in entries:
            problems.warn(
                files.name(directory),
                "is not published: it is a nested exercise",
                code="build.nested-exercise",
            )
            continue
        for name, entry in entries.items():
            path = directory / name
            if name.startswith("."):
                continue
            if not is_directory(entry):
                yield beginning + name, path
            elif (real := _resolve(path)) in way:
                what = "is not published: it links to a directory that contains it"
                problems.warn(files.name(path), what, code="build.too-deep")
            elif len(way) > _MAXIMUM_DEPTH:
                what = f"is not published: it is nested more than {_MAXIMUM_DEPTH} directories deep"
                problems.warn(files.name(path), what, code="build.too-deep")
            else:
                waiting.append((f"{beginning}{name}/", path, (*way, real)))


def _resolve(path: Path) -> Path:
    return Path(os.path.realpath(path))
