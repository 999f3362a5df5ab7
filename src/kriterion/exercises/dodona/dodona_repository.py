"""Read a whole repository: its activities anywhere, with `dirconfig.json` on the way to them.

Source: dodona-edu/dodona e7be6f0d2, Repository#activity_dirs_below, Activity#merged_dirconfig.
"""

import os
from collections import defaultdict
from pathlib import Path

from kriterion.exercises.dodona.dodona_activity import load_activity
from kriterion.exercises.dodona.merged_configuration import (
    CONFIG,
    DIRCONFIG,
    MergedConfiguration,
    load_values,
)
from kriterion.exercises.exercise import Exercise, ExerciseRepository
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    Missing,
    ReadBudget,
    Unreadable,
    escape_name,
    is_directory,
)
from kriterion_tools.diagnostic import Diagnostic

MAXIMUM_DEPTH = 64  # directories below the root
MAXIMUM_DIRECTORIES = 100_000

_NAMED = 5  # exercises named in the problem of a broken dirconfig.json


def is_root(directory: Path) -> bool:
    """Whether a directory looks like a repository's root, from which exercises inherit."""
    return os.path.lexists(directory / DIRCONFIG)


def load_exercise(directory: Path, root: Path) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
    """Load one activity with the settings it inherits, and nothing else of its repository."""
    problems = Problems()
    if not directory.is_relative_to(root):
        problems.refuse(
            escape_name(str(directory)),
            f"is not in {escape_name(str(root))}",
            code="exercise.outside-repository",
        )
        return None, tuple(problems)
    files = Files(root)
    configuration = MergedConfiguration()
    for above in reversed(directory.relative_to(root).parents):
        configuration = _inherit(files, root / above, configuration, problems)
    return load_activity(files, directory, configuration, problems), tuple(problems)


def load_repository(root: Path) -> ExerciseRepository:
    """Load all its activities, in order of id; an unusable one does not affect others."""
    walk = _Walk(Files(root, ReadBudget()))
    walk.visit(root, MergedConfiguration(), (root,))
    walk.report_broken_directories()
    return ExerciseRepository(
        directory=root,
        exercises=tuple(sorted(walk.exercises, key=lambda exercise: exercise.id)),
        problems=tuple(dict.fromkeys(walk.problems)),
    )


class _Walk:
    """What was found on the way through a repository."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.exercises: list[Exercise] = []
        self.problems = Problems()
        self._harmed: defaultdict[str, list[str]] = defaultdict(
            list
        )  # exercises by broken dirconfig.json
        self._directories = 0
        self._found = 0

    def visit(self, directory: Path, inherited: MergedConfiguration, way: tuple[Path, ...]) -> None:
        """Read the activity in a directory, or all below it; `way` is its resolved path."""
        name = self.files.name(directory)
        self._directories += 1
        if self._directories > MAXIMUM_DIRECTORIES:
            return
        try:
            entries = self.files.entries(directory)
        except Unreadable as error:
            self.problems.refuse(name, str(error), code="file.unreadable")
            return
        if CONFIG in entries:
            self._read(directory, inherited)
            return
        if len(way) > MAXIMUM_DEPTH:
            self.problems.refuse(
                name,
                f"is nested more than {MAXIMUM_DEPTH} directories deep",
                code="repository.too-deep",
            )
            return
        configuration = _inherit(self.files, directory, inherited, self.problems)
        for entry in entries.values():
            if is_directory(entry) and not entry.name.startswith("."):
                self._visit_entry(entry, configuration, way)

    def report_broken_directories(self) -> None:
        """Report broken dirconfig files and the exercises below them, and too many directories."""
        for file, names in self._harmed.items():
            exercises = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
            what = (
                f"makes {len(names):,} exercises below it unusable: {exercises}"
                if len(names) > 1
                else f"makes an exercise below it unusable: {exercises}"
            )
            self.problems.refuse(file, what, code="dodona.config.broken-dirconfig")
        if self._directories > MAXIMUM_DIRECTORIES:
            self.problems.refuse(
                ".",
                f"has too many directories: only the first {MAXIMUM_DIRECTORIES:,} are read",
                code="repository.too-many-directories",
            )
        elif not self._found:
            self.problems.warn(
                ".",
                f"contains no exercises: no {CONFIG} was found",
                code="repository.no-exercises",
            )

    def _visit_entry(
        self, entry: os.DirEntry[str], configuration: MergedConfiguration, way: tuple[Path, ...]
    ) -> None:
        path = Path(entry.path)
        try:
            real = self.files.follow(path) if entry.is_symlink() else way[-1] / entry.name
        except Unreadable as error:
            self.problems.refuse(self.files.name(path), str(error), code="file.unreadable")
            return
        if real in way:
            self.problems.warn(
                self.files.name(path),
                "is a link to a directory that contains it",
                code="repository.link-loop",
            )
            return
        self.visit(path, configuration, (*way, real))

    def _read(self, directory: Path, inherited: MergedConfiguration) -> None:
        self._found += 1
        problems = Problems()
        exercise = load_activity(self.files, directory, inherited, problems)
        self.problems.add(problems)
        if exercise is not None:
            self.exercises.append(exercise)
        for file in inherited.broken:
            self._harmed[file].append(self.files.name(directory))


def _inherit(
    files: Files, directory: Path, configuration: MergedConfiguration, problems: Problems
) -> MergedConfiguration:
    """Return the configuration for a directory's content, given the one for the directory."""
    path = directory / DIRCONFIG
    try:
        return configuration.merge(load_values(files, path, problems), files.name(path))
    except Missing:
        return configuration
