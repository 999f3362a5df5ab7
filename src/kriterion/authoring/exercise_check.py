"""Check exercises: their files, the judges on this machine, and trial runs."""

import threading
from collections.abc import Callable, Collection, Iterable, Mapping

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_material import Material
from kriterion.authoring.check_report import CheckReport, describe_unconfined, sort_findings
from kriterion.authoring.counted_nouns import format_count
from kriterion.authoring.finding import error
from kriterion.authoring.image_trials import find_unreadable_parts
from kriterion.authoring.placement import NO_TEST_RUNNER, FindJudge, assign_judges
from kriterion.authoring.subject import SubjectKind
from kriterion.authoring.trial_comparison import compare_result
from kriterion.authoring.trial_runs import TrialResult, run_trials
from kriterion.errors import MachineError
from kriterion.exercises.exercise import ActivityKind
from kriterion.sandbox.image import Image
from kriterion.tools.images import find_image
from kriterion_tools.diagnostic import Diagnostic, Severity

# Receives how many trials are done, of how many, and the file of the last one.
Watch = Callable[[int, int, str], None]


def check_exercises(
    subject: str,
    kind: SubjectKind,
    material: Material,
    *,
    find_judge: FindJudge,
    images: Mapping[str, Image],
    context: ToolContext | None,
    missing: Severity,
    watch: Watch,
    stop: threading.Event | None = None,
    known_judges: Collection[str] = (),
) -> CheckReport:
    """Check exercises.

    Trials run on the context; without one, nothing is run. `watch` receives the progress. `missing`
    is the severity of a judge that is unknown here; `stop` ends the trials. `known_judges` are
    the names to suggest for misspelt ones.
    Raises SandboxUnavailable if nothing can be run.
    """
    placement = assign_judges(
        material.exercises,
        find_judge=find_judge,
        images=images,
        missing=missing,
        known_judges=known_judges,
    )
    findings = [*material.findings, *placement.findings]
    if context is None:  # nothing would be run anyway
        findings = [finding for finding in findings if finding.code != NO_TEST_RUNNER]
    judged: list[TrialResult] = []
    if context is not None:
        for name in placement.images:
            findings += find_unreadable_parts(find_image(name, context.images), context)
        trials = [
            trial
            for trial in material.trials
            if trial.exercise.id in placement.judges and trial.exercise.id not in material.obstacles
        ]
        watch(0, len(trials), "")

        def take(tried: TrialResult) -> None:
            judged.append(tried)
            watch(len(judged), len(trials), tried.trial.file)

        run_trials(trials, placement.judges, context, take, stop=stop)
        findings += _compare_results(judged)
    return CheckReport(
        subject=subject,
        kind=kind,
        root=material.root,
        facts=(
            *_describe_check(material, len(judged), run=context is not None),
            *(["learn-ocaml refuses it"] if any(finding.upstream for finding in findings) else []),
            *describe_unconfined(
                tried.judged.backend for tried in judged if tried.judged is not None
            ),
        ),
        findings=sort_findings(findings),
        machine_failed=any(isinstance(tried.fault, MachineError) for tried in judged),
    )


def _compare_results(judged: Iterable[TrialResult]) -> list[Diagnostic]:
    findings: list[Diagnostic] = []
    for tried in judged:
        if tried.judged is not None:
            findings += compare_result(tried.trial, tried.judged, tried.points, tried.grading)
        elif isinstance(tried.fault, MachineError):
            findings.append(
                error(
                    tried.trial.file, f"this machine failed: {tried.fault}", code="machine.failed"
                )
            )
        else:
            findings.append(
                error(
                    tried.trial.file,
                    f"cannot be judged: {tried.fault}",
                    code="exercise.cannot-judge",
                )
            )
    return findings


def _describe_check(material: Material, judged: int, *, run: bool) -> tuple[str, ...]:
    readings = sum(exercise.kind is ActivityKind.READING for exercise in material.exercises)
    exercises = len(material.exercises) - readings
    facts = list(material.facts)
    if not facts and (exercises or not readings):
        facts.append(format_count(exercises, "exercise"))
    if readings:
        facts.append(format_count(readings, "reading"))
    left = len(material.trials) - judged
    if run and exercises:
        facts.append(format_count(judged, "submission") + " judged")
    if left:
        facts.append(format_count(left, "submission") + " not judged")
    return tuple(facts)
