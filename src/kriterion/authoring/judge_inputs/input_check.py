"""Check what judges read of exercises, by the judge that each exercise names."""

from collections.abc import Iterable, Mapping

from kriterion.authoring.judge_inputs.configuration_keys import check_keys
from kriterion.authoring.judge_inputs.directory_size import check_sizes
from kriterion.authoring.judge_inputs.ocaml_check import check_ocaml_sources
from kriterion.authoring.judge_inputs.suite_check import check_suites
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.tools.catalog import LEARN_OCAML, SUITE
from kriterion_tools.diagnostic import Diagnostic


def check_inputs(
    exercises: Iterable[Exercise], default_judge: str | None = None
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return what runs of their judges would meet, by the exercise's id, without running them.

    `default_judge` judges exercises that name no judge.
    """
    found: dict[str, list[Diagnostic]] = {}
    with_suites = []
    for exercise in exercises:
        if exercise.kind is not ActivityKind.EXERCISE:
            continue
        handler = exercise.evaluation.get("handler") or default_judge or ""
        findings = found.setdefault(exercise.id, [])
        if exercise.origins and not _is_course_exercise(exercise):
            findings += check_keys(exercise, handler)
        findings += check_sizes(exercise)
        if handler == SUITE:
            with_suites.append(exercise)
        elif handler == LEARN_OCAML and _is_course_exercise(exercise):
            findings += check_ocaml_sources(exercise)
    for exercise, faults in check_suites(with_suites):
        found[exercise.id] += faults
    return {name: tuple(findings) for name, findings in found.items() if findings}


def _is_course_exercise(exercise: Exercise) -> bool:
    """Whether it is in learn-ocaml's format, where all its files are beside each other."""
    return exercise.resources == exercise.directory
