"""The built-in representer, run by the host like any other."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from kriterion.assessment.assess import analyze_again
from kriterion.assessment.assessment_record import (
    NOT_ACCEPTED,
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    JudgeRecord,
    RepresenterRecord,
    RepresenterStatus,
    SubmissionRecord,
)
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import RepresenterRun, represent
from kriterion.assessment.request import AssessmentRequest
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.representers import find_representer
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.rehearsed import Rehearsed

SOURCE = b"def double(number):\n    return number * 2\n"


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


def _make_request(installation: Installation, directory: Path) -> RepresenterRun:
    (directory / "double").mkdir(exist_ok=True)
    exercise = Exercise(
        id="double",
        directory=directory / "double",
        repository=directory,
        programming_language="python",
    )
    representer = find_representer(installation, load_track_exercise(exercise)[0], "kriterion")
    assert isinstance(representer, RepresenterRun)
    return representer


def _represent_solution(
    installation: Installation, directory: Path, source: bytes
) -> RepresenterRecord:
    request = _make_request(installation, directory)
    submission = SubmittedFiles(file_name="x", source=source)
    return represent(request, submission, _make_context(installation))


def _make_context(installation: Installation) -> ToolContext:
    return ToolContext(
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
    )


@pytest.mark.machine
def test_equivalent_solutions_share_a_class(installation: Installation, tmp_path: Path) -> None:
    mine = _represent_solution(installation, tmp_path, SOURCE)
    alike = SOURCE.replace(b"number", b"n").replace(b"double", b"twice") + b"# done\n"
    other = _represent_solution(installation, tmp_path, SOURCE.replace(b"*", b"+"))
    assert mine.status is RepresenterStatus.GENERATED, mine
    assert mine.violations == ()
    assert _represent_solution(installation, tmp_path, alike).digest == mine.digest
    assert other.digest not in (None, mine.digest)
    assert set(mine.mapping.values()) == {"double", "number"}


@pytest.mark.machine
def test_unparsable_code_has_a_reason_instead_of_a_representation(
    installation: Installation, tmp_path: Path
) -> None:
    record = _represent_solution(installation, tmp_path, b"def double(:\n")
    assert record.status is RepresenterStatus.NO_REPRESENTATION, record
    assert record.digest is None
    assert record.violations == ()
    assert "double.py" in record.reason


@pytest.mark.machine
def test_a_tool_for_another_language_is_not_run() -> None:
    sandbox = Rehearsed()
    context = ToolContext(images={}, sandbox=sandbox, make_root=lambda _: "")
    record = represent(SkippedTool("why"), SubmittedFiles(file_name="x", source=b""), context)
    assert record == RepresenterRecord(status=RepresenterStatus.SKIPPED, reason="why")
    assert sandbox.runs == []


@pytest.mark.machine
def test_an_assessed_solution_is_represented_again_without_its_judge(
    installation: Installation, tmp_path: Path
) -> None:
    representer = _make_request(installation, tmp_path)
    submission = SubmittedFiles(file_name="x", source=SOURCE)
    request = AssessmentRequest(
        exercise=Exercise(id="double", directory=tmp_path, repository=tmp_path),
        submission=submission,
        analyzer=SkippedTool("new"),
        representer=representer,
    )
    context = _make_context(installation)
    feedback = FullOutput(accepted=True, status=Status.CORRECT)
    judged = JudgeRecord(status=Status.CORRECT, accepted=True, summary="1", feedback=feedback)
    former = AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason="old")
    record = AssessmentRecord(
        submission=SubmissionRecord(exercise="x", file_name="x", source="", language="en"),
        judge=judged,
        analyzer=former,
    )
    found = analyze_again(request, record, context, represents_only=True)
    assert found.representer is not None
    assert found.representer.status is RepresenterStatus.GENERATED
    assert (found.judge, found.analyzer, found.submission) == (judged, former, record.submission)
    both = analyze_again(request, record, context)
    assert both.analyzer == AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason="new")
    rejected = replace(record, judge=replace(judged, accepted=False, status=Status.WRONG))
    skipped = analyze_again(request, rejected, context, represents_only=True).representer
    assert skipped == RepresenterRecord(status=RepresenterStatus.SKIPPED, reason=NOT_ACCEPTED)
