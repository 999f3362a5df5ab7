"""Find the judge and the image for each exercise on this machine."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.authoring.author_places import find_origin
from kriterion.authoring.finding import error, warning
from kriterion.authoring.judge_inputs.key_places import find_key
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import ActivityKind, Exercise
from kriterion.sandbox.image import HOST, Image
from kriterion.tools.images import describe_mapping, find_image, is_refused
from kriterion.tools.judge_run import Judge, is_network_requested
from kriterion_tools.contracts.learn_ocaml_repository.wording import find_similar_name
from kriterion_tools.diagnostic import Diagnostic, Severity, describe_value
from kriterion_tools.errors import KriterionError

# The judge or test runner for an exercise, or None if this machine has none. Raises KriterionError
# if it cannot be run.
FindJudge = Callable[[Exercise], Judge | TestRunnerRun | None]

# Names that exercises of Dodona use: one that is not installed is not a misspelling of another.
_PUBLIC_JUDGES = frozenset(
    {
        *("R", "assembly", "bash", "c", "compilers", "cpp", "csharp", "cvg", "haskell", "html"),
        *("java", "java8", "java12", "java17", "java21", "javascript", "markdown", "nextflow"),
        *("postgres", "prolog", "pythia", "python", "rop", "scheme", "sql", "tested", "turtle"),
    }
)
NO_TEST_RUNNER = "exercise.no-test-runner"

_NAMED = 3  # exercises named in a finding


@dataclass(frozen=True, slots=True)
class Placement:
    """The judge of each exercise, by its id; the names of the images needed."""

    judges: Mapping[str, Judge | TestRunnerRun]
    images: tuple[str, ...]
    findings: tuple[Diagnostic, ...]


def assign_judges(
    exercises: Iterable[Exercise],
    *,
    find_judge: FindJudge,
    images: Mapping[str, Image],
    missing: Severity,
    known_judges: Collection[str] = (),
) -> Placement:
    """Find a judge for each exercise.

    A handler that looks like a misspelt name in `known_judges` is an error. A fact about this
    machine is reported once for all exercises. `missing` is the severity of a missing judge.
    """
    by_handler: defaultdict[str | None, list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        if exercise.kind is ActivityKind.EXERCISE:
            by_handler[exercise.evaluation.get("handler")].append(exercise)
    judges: dict[str, Judge | TestRunnerRun] = {}
    findings: list[Diagnostic] = []
    for handler, concerned in by_handler.items():
        try:
            found = {exercise.id: find_judge(exercise) for exercise in concerned}
        except KriterionError as fault:
            findings.append(_report_unusable_judge(fault, concerned))
            continue
        judges.update({name: judge for name, judge in found.items() if judge is not None})
        without = [exercise for exercise in concerned if exercise.id not in judges]
        untested = [exercise for exercise in without if exercise.needs_test_runner]
        findings += _report_missing_test_runners(untested, missing)
        if others := [exercise for exercise in without if not exercise.needs_test_runner]:
            findings.append(_report_unknown_judge(handler, others, missing, known_judges))
    needed = _group_by_image(by_handler.values(), judges)
    findings += _check_images(needed, images, missing)
    for name in [name for name in needed if is_refused(name, images)]:
        for exercise in needed.pop(name):
            judges.pop(exercise.id, None)
    findings += _check_network(by_handler.values(), judges, images)
    return Placement(judges, tuple(needed), tuple(findings))


def _report_unknown_judge(
    handler: str | None,
    exercises: list[Exercise],
    missing: Severity,
    known_judges: Collection[str],
) -> Diagnostic:
    file, where = find_key(exercises[0], "evaluation.handler")
    meant = None if handler is None else find_meant_judge(handler, known_judges)
    if handler is None:
        code = "exercise.no-judge"
        what = f"no judge is named, and this machine has no default judge: {_list_ids(exercises)}"
        fix = "pass --judge DIR, or set default_judge in kriterion.toml"
    else:
        code = "exercise.unknown-judge"
        what = f"judge {describe_value(handler)} is unknown on this machine: {_list_ids(exercises)}"
        fix = (
            f"did you mean {describe_value(meant)}?"
            if meant is not None
            else f"pass --judge {handler}=DIR, or add [judges.{handler}] to kriterion.toml"
        )
        missing = missing if meant is None else Severity.ERROR
    return Diagnostic(code=code, severity=missing, file=file, where=where, what=what, fix=fix)


def _report_missing_test_runners(
    exercises: list[Exercise], missing: Severity
) -> Iterator[Diagnostic]:
    """Yield the languages that lack a test runner here."""
    by_language: defaultdict[str | None, list[Exercise]] = defaultdict(list)
    for exercise in exercises:
        by_language[exercise.programming_language].append(exercise)
    for language, concerned in by_language.items():
        file = concerned[0].id if len(concerned) == 1 else "."
        if language is None:
            what = f"is in no track, so its test runner is unknown: {_list_ids(concerned)}"
            fix = "pass --judge DIR with the directory of the test runner"
        else:
            what = (
                f"no test runner for {describe_value(language)} here knows these exercises, so no"
                f" solution is run: {_list_ids(concerned)}"
            )
            fix = f"add [test_runners.{language}] to kriterion.toml, or pass --judge DIR"
        yield Diagnostic(
            severity=missing, file=file, what=what, fix=fix, code="exercise.no-test-runner"
        )


def find_meant_judge(handler: str, known_judges: Collection[str]) -> str | None:
    """Return the known judge that a misspelt name resembles; None for names of Dodona's judges."""
    return None if handler in _PUBLIC_JUDGES else find_similar_name(handler, known_judges)


def _report_unusable_judge(fault: KriterionError, exercises: list[Exercise]) -> Diagnostic:
    file, where = find_origin(exercises[0], "evaluation.handler")
    fix = fault.fix if isinstance(fault, OperatorError) else ""
    return error(
        file,
        f"the judge of {_list_ids(exercises)} cannot be run: {fault}",
        where=where,
        fix=fix,
        code="exercise.judge-unusable",
    )


def _group_by_image(
    groups: Iterable[list[Exercise]], judges: Mapping[str, Judge | TestRunnerRun]
) -> dict[str, list[Exercise]]:
    """Return exercises by the image they are judged in; without those judged on this machine
    itself.
    """
    needed: defaultdict[str, list[Exercise]] = defaultdict(list)
    for exercise in (exercise for group in groups for exercise in group):
        name = _choose_image_name(judges.get(exercise.id), exercise)
        if name is not None:
            needed[name].append(exercise)
    return needed


def _choose_image_name(judge: Judge | TestRunnerRun | None, exercise: Exercise) -> str | None:
    if isinstance(judge, TestRunnerRun):
        return judge.tool.image
    return exercise.evaluation.get("image") or (judge.image if judge else None)


def _check_images(
    needed: Mapping[str, list[Exercise]], images: Mapping[str, Image], missing: Severity
) -> Iterable[Diagnostic]:
    for name, exercises in needed.items():
        if name in images:
            yield from _check_directories(images[name], exercises)
            continue
        if name == HOST.name:
            continue
        file, where = find_origin(exercises[0], "evaluation.image")
        if is_refused(name, images):
            code = "image.refused"
            severity = missing
            what = (
                f"image {describe_value(name)} is not on this machine, so nothing is judged in it:"
                f" {_list_ids(exercises)}"
            )
        else:
            code = "image.unmapped"
            kind = find_image(name, images).kind.value
            severity = Severity.NOTICE
            what = (
                f"image {describe_value(name)} is not mapped here, so its kind is {kind}:"
                f" {_list_ids(exercises)}"
            )
        yield Diagnostic(
            code=code,
            severity=severity,
            file=file,
            where=where,
            what=what,
            fix=describe_mapping(name),
        )


def _check_network(
    groups: Iterable[list[Exercise]],
    judges: Mapping[str, Judge | TestRunnerRun],
    images: Mapping[str, Image],
) -> Iterable[Diagnostic]:
    """Yield exercises that request the network in an image that does not allow it."""
    concerned: defaultdict[str, list[Exercise]] = defaultdict(list)
    for exercise in (exercise for group in groups for exercise in group):
        judge = judges.get(exercise.id)
        if not isinstance(judge, Judge) or not is_network_requested(judge, exercise):
            continue
        image = find_image(exercise.evaluation.get("image") or judge.image, images)
        if not image.network:
            concerned[image.name].append(exercise)
    for name, exercises in concerned.items():
        file, where = find_origin(exercises[0], "evaluation.network_enabled")
        yield warning(
            file,
            f"requests the network, but the image {describe_value(name)} does not allow it here:"
            f" {_list_ids(exercises)}",
            where=where,
            fix=f'set network = true in [images."{name}"] of kriterion.toml',
            code="exercise.no-network",
        )


def _check_directories(image: Image, exercises: list[Exercise]) -> Iterable[Diagnostic]:
    file, where = find_origin(exercises[0], "evaluation.image")
    places: tuple[Path | None, ...] = (*image.readable, image.directory, image.home)
    for directory in places:
        if directory is not None and not directory.is_dir():
            yield error(
                file,
                f"image {describe_value(image.name)} needs {directory}, which is not a directory",
                where=where,
                fix=f'correct [images."{image.name}"] in kriterion.toml',
                code="image.missing-directory",
            )


def _list_ids(exercises: list[Exercise]) -> str:
    """List the first ids, and count all if some are left out: `a, b, c, … (12)`."""
    ids = ", ".join(exercise.id for exercise in exercises[:_NAMED])
    return ids if len(exercises) <= _NAMED else f"{ids}, … ({len(exercises):,})"
