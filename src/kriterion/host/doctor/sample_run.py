"""Try an Exercism tool on a sample solution."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    RepresenterRecord,
    RepresenterStatus,
)
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun
from kriterion.assessment.test_runner_run import TestRunnerRun
from kriterion.assessment.tool_run import SkippedTool
from kriterion.authoring.key_line import find_key_line
from kriterion.authoring.sample_solutions import SLUG, load_sample_solution
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.feedback.analysis.prepared_comments import prepare_comments
from kriterion.feedback.viewer import Viewer
from kriterion.host.doctor.diagnosis import Diagnosis
from kriterion.host.doctor.sample_outcome import (
    choose_fix,
    describe_needs,
    describe_resources,
    report_violations,
)
from kriterion.host.doctor.tool_kind import ExaminedKind
from kriterion.host.installation import Installation
from kriterion.host.settings import ToolSettings
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.exercism_tool import ToolEnding
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.languages import find_canonical_name


def list_sampled_languages(settings: ToolSettings) -> list[str]:
    """Return the tool's languages, each once, whatever names it is listed under."""
    names: dict[str, str] = {}
    for language in settings.programming_languages:
        names.setdefault(find_canonical_name(language), language)
    return list(names.values())


def load_sample(
    kind: ExaminedKind, settings: ToolSettings, installation: Installation, language: str = "python"
) -> AnalyzerRun | RepresenterRun | TestRunnerRun:
    """Return the tool with its sample exercise. Raises OperatorError as `find` does."""
    with tempfile.TemporaryDirectory() as empty:
        exercise = Exercise(
            id=SLUG,
            directory=Path(empty, SLUG),
            repository=Path(empty),
            programming_language=language,
        )
        track_exercise, _ = load_track_exercise(exercise)
    # A directory here may have the tool's name by coincidence.
    by_place = settings.directory is not None and Path(settings.name).is_dir()
    tool = kind.find(
        installation, track_exercise, str(settings.directory) if by_place else settings.name
    )
    if isinstance(tool, SkippedTool):  # impossible for a named tool
        raise OperatorError(tool.reason)
    return tool


def try_sample(
    kind: ExaminedKind, settings: ToolSettings, language: str, installation: Installation
) -> Iterator[Diagnosis]:
    """Report a run in one language, and everything wrong with its output."""
    subject = f"{kind.word} sample run, {language}"
    text = load_sample_solution(language)
    if text is None:
        yield Diagnosis(
            subject=subject,
            state="notice",
            what="not tried: there is no sample of that language",
            fix=f"kriterion assess --tools {kind.word} --{kind.word} {settings.name} EXERCISE FILE"
            " tries it on one of yours",
            code="doctor.sample.none",
        )
        return
    sample = load_sample(kind, settings, installation, language)
    context = ToolContext(
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
    )
    submission = SubmittedFiles(file_name=sample.exercise.solution_file, source=text.encode())
    assert kind.run is not None  # test runners are tried in `sample_tests`
    record = kind.run(sample, submission, context)
    failed = record.status in (AnalyzerStatus.FAILED, RepresenterStatus.FAILED)
    yield Diagnosis(
        subject=subject,
        state="fault" if failed else "fine",
        what=", ".join(_describe_run(record)),
        fix=_choose_fix(record, kind, settings) if failed else "",
        code="doctor.sample.failed" if failed else "",
    )
    yield from report_violations(kind.word, record.violations)
    if isinstance(record, AnalyzerRecord) and isinstance(sample, AnalyzerRun) and sample.libraries:
        yield from _report_unreadable_comments(record)


def _describe_run(record: AnalyzerRecord | RepresenterRecord) -> Iterator[str]:
    """Describe the run and its result in a few words."""
    yield record.ending or record.reason
    yield from describe_resources(
        exit_status=record.exit_status,
        wall_seconds=record.wall_seconds,
        peak_memory_bytes=record.peak_memory_bytes,
    )
    match record:
        case AnalyzerRecord(status=AnalyzerStatus.COMPLETED):
            yield f"comments: {len(record.comments)}"
            yield f"tags: {len(record.tags)}"
        case RepresenterRecord(status=RepresenterStatus.NO_REPRESENTATION):
            yield f"no representation: {record.reason}"
        case RepresenterRecord(digest=str()):
            yield f"{len(record.text or ''):,} characters"
            yield f"names: {len(record.mapping)}"
        case _:
            if key_line := find_key_line(record.stderr or record.stdout):
                yield f"it said: {key_line}"


def _choose_fix(
    record: AnalyzerRecord | RepresenterRecord, kind: ExaminedKind, settings: ToolSettings
) -> str:
    if record.ending == ToolEnding.CRASH:
        needs = describe_needs(settings)
        return f"{needs}\nor it does not know the exercise {SLUG}; try one that it knows"
    return choose_fix(record.ending, settings, table=kind.table)


def _report_unreadable_comments(record: AnalyzerRecord) -> Iterator[Diagnosis]:
    """Report the comments that cannot be shown as intended."""
    ready = prepare_comments(record.analysis, record.texts, Viewer(role=Permission.STAFF))
    for trouble in ready.faults:
        yield Diagnosis(
            subject=f"comment {trouble.where}",
            state="notice",
            what=trouble.what,
            code=trouble.code,
        )
