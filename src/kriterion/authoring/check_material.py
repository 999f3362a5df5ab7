"""Exercises read for a check, and everything found without running anything."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from kriterion.authoring.course.course_check import check_course
from kriterion.authoring.course.text_check import check_descriptions
from kriterion.authoring.finding import convert_problems, warning
from kriterion.authoring.judge_inputs.input_check import check_inputs
from kriterion.authoring.missing_languages import find_missing_languages
from kriterion.authoring.missing_media import find_missing_media
from kriterion.authoring.shared_names import find_shared_names
from kriterion.authoring.shared_tokens import find_shared_tokens
from kriterion.authoring.template_size import find_oversized_templates
from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises import learn_ocaml
from kriterion.exercises.dodona.merged_configuration import CONFIG, DIRCONFIG
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.exercises.exercise_loading import (
    find_format,
    find_repository,
    load_exercise,
    load_repository,
)
from kriterion.exercises.learn_ocaml.course import load_course
from kriterion.exercises.learn_ocaml.repository_layout import INDEX, META
from kriterion_tools.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True)
class Material:
    """Activities, their trials, and the findings so far.

    Paths are relative to the repository with this `root`. `obstacles` are those of the findings
    that keep an exercise from being solved, by its id: it is not tried. `facts` say what was read,
    if that is not the number of activities.
    """

    root: Path
    exercises: tuple[Exercise, ...]
    trials: tuple[Trial, ...]
    findings: tuple[Diagnostic, ...]
    obstacles: Mapping[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    facts: tuple[str, ...] = ()


def read_exercise(directory: Path, *, default_judge: str | None = None) -> Material:
    """Read one activity; without a judge of its own, it is judged by the default."""
    exercise, problems = load_exercise(directory)
    exercises = () if exercise is None else (exercise,)
    root = find_repository(directory)
    findings = convert_problems(problems)
    if find_format(root) is learn_ocaml:
        findings += (
            description
            for listed_exercise in exercises
            for description in check_descriptions(listed_exercise)
        )
        return _gather_material(root, exercises, findings, default_judge)
    findings += _find_missing_parts(exercises)
    return _gather_material(root, exercises, findings, default_judge)


def read_repository(
    directory: Path, *, keeps_trials: bool = True, default_judge: str | None = None
) -> Material:
    """Read all activities at or below a directory of a repository.

    The whole repository is read, because parent directories configure activities, and because two
    activities may share a name. Without `keeps_trials`, trials are checked and dropped, so that the
    files of all of them are never in memory at once.
    """
    root = find_repository(directory)
    if os.path.lexists(root / CONFIG):  # an activity or a judge that contains exercises of its own
        root = Path(os.path.realpath(directory))
    below = PurePosixPath(os.path.relpath(os.path.realpath(directory), root))
    marker = CONFIG
    if find_format(root) is learn_ocaml:
        marker = META
        course = load_course(root)
        repository = learn_ocaml.convert_course(course)
        findings = [*convert_problems(course.problems), *check_course(course)]
    else:
        repository = load_repository(root)
        findings = [
            *convert_problems(repository.problems),
            *_find_missing_parts(repository.exercises),
        ]
    findings += find_shared_names(repository.exercises)
    findings += find_shared_tokens(repository.exercises)
    exercises = tuple(
        exercise
        for exercise in repository.exercises
        if PurePosixPath(exercise.place).is_relative_to(below)
    )
    concerning = [finding for finding in findings if _is_relevant(finding.file, below)]
    if not exercises and not concerning:
        concerning = [
            warning(
                str(below),
                f"contains no exercises: no {marker} was found",
                code="repository.no-exercises",
            )
        ]
    return _gather_material(root, exercises, concerning, default_judge, keeps_trials=keeps_trials)


def is_empty(directory: Path) -> bool:
    """Whether a directory contains nothing that is, or is meant to be, an exercise."""
    repository = load_repository(directory)
    # A repository without exercises has one problem, of its root: that it is empty.
    return not repository.exercises and all(problem.file == "." for problem in repository.problems)


def _is_relevant(file: str, below: PurePosixPath) -> bool:
    """Whether a file is in the directory `below`, or configures it."""
    path = PurePosixPath(file)
    steers = path.name in (DIRCONFIG, INDEX) and below.is_relative_to(path.parent)
    return steers or path.is_relative_to(below)


def _find_missing_parts(exercises: Iterable[Exercise]) -> Iterator[Diagnostic]:
    """Find what is missing in activities of Dodona's format."""
    for exercise in exercises:
        yield from find_missing_languages(exercise)
        yield from find_missing_media(exercise)


def _gather_material(
    root: Path,
    exercises: tuple[Exercise, ...],
    findings: Iterable[Diagnostic],
    default_judge: str | None,
    *,
    keeps_trials: bool = True,
) -> Material:
    trials: list[Trial] = []
    all_findings = list(findings)
    inputs = check_inputs(exercises, default_judge)
    for found in inputs.values():
        all_findings += found
    for exercise in exercises:
        if exercise.kind is ActivityKind.EXERCISE:
            brought, faults = gather_trials(exercise)
            trials += brought if keeps_trials else []
            all_findings += faults
            all_findings += find_oversized_templates(exercise)
    return Material(
        root,
        exercises,
        tuple(trials),
        tuple(dict.fromkeys(all_findings)),
        {name: errors for name, found in inputs.items() if (errors := _select_errors(found))},
    )


def _select_errors(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)
