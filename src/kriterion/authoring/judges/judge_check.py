"""Check a judge: its files, its image, and its behaviour in a run."""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_report import CheckReport, describe_unconfined, sort_findings
from kriterion.authoring.finding import error, notice, warning
from kriterion.authoring.image_trials import find_unreadable_parts
from kriterion.authoring.judges.conduct import (
    Observation,
    check_kill,
    check_output,
    describe_run,
    observe,
)
from kriterion.authoring.judges.judge_files import check_files, find_interpreter
from kriterion.authoring.judges.judge_needs import (
    find_programs,
    load_called_programs,
    suggest_remedy,
)
from kriterion.authoring.judges.judge_sample import load_sample
from kriterion.authoring.judges.missing_dependencies import (
    find_missing_dependency,
    suggest_dependency_remedy,
)
from kriterion.authoring.subject import RUN, SubjectKind
from kriterion.authoring.trials import Trial
from kriterion.errors import MachineError, OperatorError, SandboxUnavailable
from kriterion.exercises.dodona.merged_configuration import CONFIG
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.image import HOST, Image
from kriterion.sandbox.run import Ending
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.images import describe_mapping, find_image, is_refused
from kriterion.tools.judge_run import Judge, load_judge
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.diagnostic import Diagnostic, Severity, describe_value
from kriterion_tools.errors import KriterionError

_NOT_STARTED = (126, 127)  # a shell's exit statuses for a program that it cannot start
_SHORTEST_SECONDS = 0.2  # the shortest run that can be killed halfway


def check_judge(
    subject: str,
    directory: Path,
    *,
    image: str | None,
    languages: tuple[str, ...] | None,
    images: Mapping[str, Image],
    sample: Trial | None,
    context: ToolContext | None,
) -> CheckReport:
    """Check a judge.

    `image` and `languages` come from the operator. The sample run uses the context; without one,
    nothing is run. Without a `sample`, the judge's own is used, or else a generated exercise.
    Raises SandboxUnavailable.
    """
    findings = list(check_files(directory))
    facts: list[str] = []
    failed = False
    if not any(finding.severity is Severity.ERROR for finding in findings):
        judge = load_judge(directory, image=image, languages=languages)
        facts.append(f"image {judge.image or 'host'}")
        findings += _check_mapping(
            judge, images, severity=Severity.NOTICE if context is None else Severity.ERROR
        )
        if context is not None and not is_refused(judge.image, images):
            try:
                findings += _check_run(judge, sample or load_sample(directory), context, facts)
            except SandboxUnavailable:
                raise
            except MachineError as fault:
                findings.append(error(RUN, f"this machine failed: {fault}", code="machine.failed"))
                failed = True
            except KriterionError as fault:
                fix = fault.fix if isinstance(fault, OperatorError) else ""
                findings.append(
                    error(RUN, f"cannot be run: {fault}", fix=fix, code="judge.cannot-run")
                )
    return CheckReport(
        subject=subject,
        kind=SubjectKind.JUDGE,
        root=directory,
        facts=tuple(facts),
        findings=sort_findings(findings),
        machine_failed=failed,
    )


def _check_run(
    judge: Judge, sample: Trial | None, context: ToolContext, facts: list[str]
) -> Iterator[Diagnostic]:
    """Run the judge, unless its image lacks something."""
    faults = list(_check_image(judge, context))
    yield from faults
    if not any(fault.severity is Severity.ERROR for fault in faults):
        yield from _check_conduct(judge, sample, context, facts)


def _check_mapping(
    judge: Judge, images: Mapping[str, Image], *, severity: Severity
) -> Iterator[Diagnostic]:
    """Yield the findings on the judge's image; `severity` applies if nothing can run in it."""
    if judge.image in (None, HOST.name) or judge.image in images:
        return
    fix = describe_mapping(judge.image)
    if is_refused(judge.image, images):
        what = f"image {describe_value(judge.image)} is not on this machine: the judge is not run"
    else:
        kind = find_image(judge.image, images).kind.value
        what = f"image {describe_value(judge.image)} is not mapped here, so its kind is {kind}"
        severity = Severity.NOTICE
    yield Diagnostic(
        code="judge.image", severity=severity, file=CONFIG, where="image", what=what, fix=fix
    )


def _check_image(judge: Judge, context: ToolContext) -> Iterator[Diagnostic]:
    image = find_image(judge.image, context.images)
    faults = list(find_unreadable_parts(image, context))
    yield from faults
    if faults:
        return
    interpreter = find_interpreter(judge.directory)
    needed = [*([interpreter] if interpreter else []), *load_called_programs(judge.directory)]
    for name, place in find_programs(needed, image, context):
        if place:
            continue
        if name == interpreter:
            yield error(
                RUN,
                f"its interpreter {describe_value(name)} is not in the image"
                f" {describe_value(image.name)}",
                where="line 1",
                fix=suggest_remedy(name, image),
                code="judge.no-interpreter",
            )
        else:
            what = f"calls {name}, which is not found in the image {describe_value(image.name)}"
            yield warning(RUN, what, fix=suggest_remedy(name, image), code="judge.missing-program")


def _check_conduct(
    judge: Judge, sample: Trial | None, context: ToolContext, facts: list[str]
) -> Iterator[Diagnostic]:
    """Make the sample run and, after a good one, the same again, killed halfway."""
    exercise, submission = _generate_sample(judge) if sample is None else _unpack_sample(sample)
    observed = observe(judge, exercise, submission, context)
    if observed.failure is None or sample is not None:  # otherwise it says nothing about the judge
        facts.append(describe_run(observed))
    facts += describe_unconfined([observed.outcome.backend])
    if observed.failure is not None:
        image = find_image(judge.image, context.images)
        yield _report_failure(observed, judge, image, made_up=sample is None)
    if sample is not None or observed.outcome.exit_status == 0:
        yield from check_output(observed)
    if observed.failure is not None:
        return
    if sample is not None and sample.solution and observed.verdict.status is not Status.CORRECT:
        yield notice(
            RUN,
            f"judges the solution {sample.file} as '{observed.verdict.status}'",
            code="judge.sample-status",
        )
    if observed.outcome.wall_seconds < _SHORTEST_SECONDS:
        facts.append("too quick to be killed halfway")
        return
    half = observed.outcome.wall_seconds / 2
    yield from check_kill(
        observe(judge, exercise, submission, context, wall_seconds=half), observed
    )


def _report_failure(
    observed: Observation, judge: Judge, image: Image, *, made_up: bool
) -> Diagnostic:
    why = str(observed.failure)
    is_failed = observed.outcome.ending is Ending.EXITED and observed.outcome.exit_status != 0
    missing = find_missing_dependency(observed.outcome.stderr) if is_failed else None
    if missing is not None:
        what = f"cannot start in the image {describe_value(image.name)}: {missing}"
        return error(
            RUN, what, fix=suggest_dependency_remedy(missing, image), code="judge.missing-part"
        )
    if is_failed and observed.outcome.exit_status in _NOT_STARTED:
        return error(
            RUN,
            f"cannot start in the image {describe_value(image.name)}: {why}",
            fix="install what it calls, or name another image in kriterion.toml",
            code="judge.cannot-start",
        )
    if not made_up:
        return error(RUN, f"the sample run failed: {why}", code="judge.sample-failed")
    return notice(
        RUN,
        "gives no judgement on a generated exercise, which is normal for a judge that needs its"
        f" own kind of exercise: {why}",
        fix=f"run  kriterion check {shlex.quote(str(judge.directory))} --exercise DIR",
        code="judge.no-sample-judgement",
    )


def _generate_sample(judge: Judge) -> tuple[Exercise, SubmittedFiles]:
    exercise = Exercise(id="made-up", directory=judge.directory, repository=judge.directory)
    return exercise, SubmittedFiles(file_name="submission", source=b"print('hello')\n")


def _unpack_sample(sample: Trial) -> tuple[Exercise, SubmittedFiles]:
    return sample.exercise, sample.submission
