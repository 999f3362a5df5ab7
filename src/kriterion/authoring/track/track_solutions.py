"""The own solutions of a track's exercises, to be judged by its test runner."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from kriterion.authoring.check_material import Material
from kriterion.authoring.check_report import CheckReport
from kriterion.authoring.template_size import find_oversized_templates
from kriterion.authoring.trials import Trial, gather_trials
from kriterion.exercises import exercism
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism.track_layout import CONFIG
from kriterion_tools.diagnostic import Diagnostic, Severity

_CHECKED = {"exercise.no-solution"}  # the check of the files reports a missing example


def read_track_material(report: CheckReport, directory: Path) -> Material:
    """Add the solutions to what a check of the files at or below a directory has reported.

    An exercise whose configuration has errors is not tried.
    """
    exercises, problems = _load_exercises(report.root, Path(directory).resolve())
    trials: list[Trial] = []
    checked = {finding.file for finding in report.findings}
    findings = [
        *report.findings,
        # What the check of a file has reported is worded differently here.
        *(problem for problem in problems if problem.file not in checked),
    ]
    for exercise in exercises:
        brought, faults = gather_trials(exercise)
        trials += brought
        findings += (fault for fault in faults if fault.code not in _CHECKED)
        findings += find_oversized_templates(exercise)
    return Material(
        report.root,
        tuple(exercises),
        tuple(trials),
        tuple(findings),
        _find_obstacles(exercises, findings),
        report.facts,
    )


def _load_exercises(root: Path, directory: Path) -> tuple[list[Exercise], Iterable[Diagnostic]]:
    if exercism.is_exercise(directory):
        exercise, problems = exercism.load_exercise(directory, root)
        return ([] if exercise is None else [exercise]), problems
    repository = exercism.load_repository(root)
    exercises = [
        exercise
        for exercise in repository.exercises
        if exercise.directory.is_relative_to(directory)
    ]
    place = directory.relative_to(root)
    return exercises, [
        problem for problem in repository.problems if Path(problem.file).is_relative_to(place)
    ]


def _find_obstacles(
    exercises: Iterable[Exercise], findings: Iterable[Diagnostic]
) -> dict[str, tuple[Diagnostic, ...]]:
    errors: defaultdict[Path, list[Diagnostic]] = defaultdict(list)
    for finding in findings:
        if finding.severity is Severity.ERROR:
            errors[Path(finding.file)].append(finding)
    return {
        exercise.id: tuple(errors[file])
        for exercise in exercises
        if (file := Path(exercise.place, CONFIG)) in errors
    }
