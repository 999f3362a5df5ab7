"""Check an Exercism tool: its files, then a sample run in the sandbox."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from kriterion.assessment.context import ToolContext
from kriterion.authoring.check_report import CheckReport, describe_unconfined, sort_findings
from kriterion.authoring.finding import error, notice, warning
from kriterion.authoring.image_trials import find_unreadable_parts
from kriterion.authoring.judges.conduct import MAXIMUM_LISTED
from kriterion.authoring.judges.judge_files import read_interpreter
from kriterion.authoring.judges.judge_needs import (
    find_called_programs,
    find_programs,
    suggest_remedy,
)
from kriterion.authoring.key_line import find_key_line
from kriterion.authoring.sample_solutions import (
    SLUG,
    load_sample_solution,
    load_tested_sample,
)
from kriterion.authoring.subject import SubjectKind
from kriterion.authoring.tool_files import MAXIMUM_BYTES, ToolIdentity, check_files
from kriterion.authoring.trials import Trial
from kriterion.errors import MachineError, OperatorError, SandboxUnavailable
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import TrackExercise, load_track_exercise
from kriterion.exercises.repository_files import Files, Unreadable, escape_name
from kriterion.sandbox.image import Image, ImageKind
from kriterion.sandbox.run import MIB, Outcome
from kriterion.tools import analyzer, representer, test_runner
from kriterion.tools.analyzer import AnalyzerResult
from kriterion.tools.exercism_tool import ExercismTool, ToolEnding
from kriterion.tools.images import find_image
from kriterion.tools.representer import RepresenterResult
from kriterion.tools.test_runner import TestRunnerResult
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import TAGS
from kriterion_tools.contracts.exercism_representer.representer_files import METADATA
from kriterion_tools.contracts.exercism_test_runner.solution_results import (
    ResultStatus,
    SolutionResults,
)
from kriterion_tools.diagnostic import Diagnostic, Severity, describe_value
from kriterion_tools.errors import KriterionError

# Resolves the tool in a directory with a script. Raises OperatorError.
LoadTool = Callable[[], ExercismTool]


class Sample(NamedTuple):
    """A solution on which a tool is tried. `is_made_up`: the tool may not know the exercise."""

    exercise: TrackExercise
    files: Mapping[str, bytes]
    is_made_up: bool


def check_tool(
    subject: str,
    directory: Path,
    script: str,
    *,
    identity: ToolIdentity,
    load: LoadTool,
    is_configured: bool,
    sample: Trial | None,
    context: ToolContext | None,
) -> CheckReport:
    """Check an Exercism tool.

    `is_configured`: this machine's settings name it, so a run must succeed here. Without a context,
    nothing is run. Raises SandboxUnavailable.
    """
    findings = list(check_files(directory, script, identity.kind))
    facts = [
        f"{identity.kind or 'tool'}" + (f" for {identity.language}" if identity.language else "")
    ]
    failed = False
    broken = any(finding.severity is Severity.ERROR for finding in findings)
    if context is None or broken:
        facts.append("not run")
    elif identity.kind is None:
        findings.append(_report_unknown_kind(script))
    else:
        try:
            findings += _check_run(identity, script, load(), is_configured, sample, context, facts)
        except SandboxUnavailable:
            raise
        except MachineError as fault:
            findings.append(error(script, f"this machine failed: {fault}", code="machine.failed"))
            failed = True
        except KriterionError as fault:
            fix = fault.fix if isinstance(fault, OperatorError) else ""
            findings.append(
                error(script, f"cannot be run: {fault}", fix=fix, code="tool.cannot-run")
            )
    return CheckReport(
        subject=subject,
        kind=SubjectKind.TOOL,
        root=directory,
        facts=tuple(facts),
        findings=sort_findings(findings),
        machine_failed=failed,
    )


def _report_unknown_kind(script: str) -> Diagnostic:
    return notice(
        script,
        "is not run: its kind is unknown",
        fix="name its directory LANGUAGE-analyzer, LANGUAGE-representer or LANGUAGE-test-runner",
        code="tool.unknown-kind",
    )


def _check_run(
    identity: ToolIdentity,
    script: str,
    tool: ExercismTool,
    is_configured: bool,
    trial: Trial | None,
    context: ToolContext,
    facts: list[str],
) -> Iterator[Diagnostic]:
    image = find_image(tool.image, context.images)
    facts.append(f"image {image.name}")
    faults = list(find_unreadable_parts(image, context))
    yield from faults
    if faults:
        return
    sample = _choose_sample(identity, trial)
    if sample is None:
        what = (
            f"is not run: there is no sample in the language {identity.language}"
            if identity.language
            else "is not run: its language is unknown"
        )
        fix = "name an exercise with --exercise DIR"
        yield notice(script, what, fix=fix, code="tool.no-sample")
        return
    yield from _find_missing_dependencies(tool, script, image, context)
    seen = _run(identity, tool, sample, context)
    outcome = seen.outcome
    facts.append(_describe_run(seen.ending, outcome))
    facts += describe_unconfined([outcome.backend])
    if not seen.ending.succeeded:
        yield _report_failure(
            seen.ending, outcome, script, grave=is_configured or not sample.is_made_up
        )
        return
    for violation in seen.violations[:MAXIMUM_LISTED]:
        yield error(violation.document, violation.what, where=violation.where, code=violation.code)
    if len(seen.violations) > MAXIMUM_LISTED:
        more = len(seen.violations) - MAXIMUM_LISTED
        yield error(
            script,
            f"{more:,} more violations are not listed",
            code="tool.more-violations",
        )
    yield from _check_output(seen, outcome, script)


def _run(
    identity: ToolIdentity, tool: ExercismTool, sample: Sample, context: ToolContext
) -> AnalyzerResult | RepresenterResult | TestRunnerResult:
    arguments = (tool, sample.exercise, sample.files, context.images, context.make_root)
    if identity.kind == "analyzer":
        return analyzer.read(context.sandbox.run(analyzer.plan(*arguments)))
    if identity.kind == "test-runner":
        return test_runner.read(context.sandbox.run(test_runner.plan(*arguments)))
    return representer.read(context.sandbox.run(representer.plan(*arguments)))


def _check_output(
    seen: AnalyzerResult | RepresenterResult | TestRunnerResult, outcome: Outcome, script: str
) -> Iterator[Diagnostic]:
    """Yield the missing files that the contract requires but hosts do not need."""
    left = {path.rpartition("/")[2] for path in outcome.files}
    if isinstance(seen, AnalyzerResult):
        if TAGS not in left:
            what = "is not written, so solutions get no tags and approaches are not recognised"
            yield notice(TAGS, what, code="tool.no-tags")
        return
    if isinstance(seen, TestRunnerResult):
        if seen.results is not None and seen.results.status is not ResultStatus.PASS:
            what = f"the sample solution does not pass its tests: {_describe_results(seen.results)}"
            yield error(script, what, code="tool.sample-not-passed")
        return
    if METADATA not in left:
        fix = 'write {"version": 1}, and increase the number whenever the output changes'
        yield warning(
            METADATA, "is not written, so its version is 1", fix=fix, code="tool.no-metadata"
        )
    if seen.representation is None:
        what = f"the sample solution has no representation: {seen.reason or 'the text is empty'}"
        yield warning(script, what, code="tool.no-representation")


def _describe_results(results: SolutionResults) -> str:
    """Return why a solution did not pass."""
    failed = [test for test in results.tests if test.status is not ResultStatus.PASS]
    messages = (results.message, *(test.message for test in failed))
    reason = next(filter(None, messages), None)
    return str(results.status) if reason is None else escape_name(find_key_line(reason))


def _report_failure(
    ending: ToolEnding, outcome: Outcome, script: str, *, grave: bool
) -> Diagnostic:
    what = f"the sample run ended with: {ending}"
    if outcome.exit_status:
        what += f", exit status {outcome.exit_status}"
    key_lines = (
        find_key_line(written.decode(errors="replace"))
        for written in (outcome.stderr, outcome.stdout)
    )
    key_line = next(filter(None, key_lines), "")
    what += f": {escape_name(key_line)}" if key_line else ""
    if grave:
        return error(script, what, code="tool.sample-failed")
    fix = (
        "map an image with everything that the tool needs in kriterion.toml, or, if the tool does"
        f" not know the exercise {SLUG}, name another with --exercise DIR"
    )
    return notice(script, what, fix=fix, code="tool.sample-failed")


def _find_missing_dependencies(
    tool: ExercismTool, script: str, image: Image, context: ToolContext
) -> Iterator[Diagnostic]:
    """Yield the programs that its script names and that a run would not find."""
    if tool.directory is None or image.kind is ImageKind.ENGINE:
        return
    files = Files(tool.directory.resolve())
    try:
        content = files.load(files.root / script, at_most=MAXIMUM_BYTES)
        interpreter = read_interpreter(content)
    except (Unreadable, ValueError):  # reported with the files
        return
    needed = [interpreter] if interpreter else []
    needed += find_called_programs(content.decode(errors="replace"))
    for name, place in find_programs(tuple(dict.fromkeys(needed)), image, context):
        if not place:
            what = f"calls {name}, which is not found in the image {describe_value(image.name)}"
            yield notice(script, what, fix=suggest_remedy(name, image), code="tool.missing-program")


def _choose_sample(identity: ToolIdentity, trial: Trial | None) -> Sample | None:
    if trial is not None:
        exercise, _ = load_track_exercise(trial.exercise)
        return Sample(exercise, {exercise.solution_file: trial.submission.source}, False)
    if identity.kind == "test-runner":
        tested = load_tested_sample(identity.language or "")
        return None if tested is None else Sample(tested.exercise, tested.files, False)
    text = load_sample_solution(identity.language or "")
    if text is None:
        return None
    missing = Path("/nonexistent")
    exercise, _ = load_track_exercise(
        Exercise(
            id=SLUG,
            directory=missing / SLUG,
            repository=missing,
            programming_language=identity.language,
        )
    )
    return Sample(exercise, {exercise.solution_file: text.encode()}, True)


def _describe_run(ending: ToolEnding, outcome: Outcome) -> str:
    words = [str(ending), f"{outcome.wall_seconds:.2f} s"]
    if outcome.peak_memory_bytes is not None:
        words.append(f"{outcome.peak_memory_bytes / MIB:.0f} MiB")
    return "sample run: " + ", ".join(words)
