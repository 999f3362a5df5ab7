"""Material: exercises read for a check, and all to be found in them without running anything."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kriterion.authoring.finding import Finding, findings_of, warning
from kriterion.authoring.languages import missing_languages
from kriterion.authoring.media import missing_media
from kriterion.authoring.names import shared_names
from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises.dodona.configuration import CONFIG, DIRCONFIG
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.exercises.repository import find_repository, load_exercise, load_repository


@dataclass(frozen=True, slots=True)
class Material:
    """Activities, what they bring along to be tried, and what was found so far.

    Everything is relative to the repository with this `root`.
    """

    root: Path
    exercises: tuple[Exercise, ...]
    trials: tuple[Trial, ...]
    findings: tuple[Finding, ...]


def read_exercise(directory: Path) -> Material:
    """One activity."""
    exercise, problems = load_exercise(directory)
    exercises = () if exercise is None else (exercise,)
    return _read_through(find_repository(directory), exercises, findings_of(problems))


def read_repository(directory: Path) -> Material:
    """All activities at or below a directory of a repository.

    The whole repository is read: what is above steers these, and others may have their names.
    """
    root = find_repository(directory)
    if os.path.lexists(root / CONFIG):  # an activity, or a judge, with exercises of its own in it
        root = Path(os.path.realpath(directory))
    below = PurePosixPath(os.path.relpath(os.path.realpath(directory), root))
    repository = load_repository(root)
    findings = [*findings_of(repository.problems), *shared_names(repository.exercises)]
    exercises = tuple(
        exercise
        for exercise in repository.exercises
        if PurePosixPath(exercise.id).is_relative_to(below)
    )
    concerning = [finding for finding in findings if _concerns(finding.file, below)]
    if not exercises and not concerning:
        concerning = [warning(str(below), f"holds no exercise: there is no {CONFIG} in it")]
    return _read_through(root, exercises, concerning)


def _concerns(file: str, below: PurePosixPath) -> bool:
    """Whether a file is in the directory, or steers what is."""
    path = PurePosixPath(file)
    steers = path.name == DIRCONFIG and below.is_relative_to(path.parent)
    return steers or path.is_relative_to(below)


def _read_through(
    root: Path, exercises: tuple[Exercise, ...], findings: Iterable[Finding]
) -> Material:
    trials: list[Trial] = []
    found = list(findings)
    for exercise in exercises:
        found += missing_languages(exercise)
        found += missing_media(exercise)
        if exercise.kind is ActivityKind.EXERCISE:
            brought, faults = gather_trials(exercise)
            trials += brought
            found += faults
    return Material(root, exercises, tuple(trials), tuple(found))
