"""The built-in representer, run by the host like any other."""

from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import RepresenterRecord, RepresenterStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.representer_run import Representing, represent
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.representers import find_representer
from kriterion.submissions.submission import SubmittedFiles
from tests.rehearsed import Rehearsed

SOURCE = b"def double(number):\n    return number * 2\n"


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


def _make_request(installation: Installation, directory: Path) -> Representing:
    (directory / "double").mkdir(exist_ok=True)
    exercise = Exercise(
        id="double",
        directory=directory / "double",
        repository=directory,
        programming_language="python",
    )
    representer = find_representer(installation, load_track_exercise(exercise)[0], "kriterion")
    assert isinstance(representer, Representing)
    return representer


def _represent_solution(
    installation: Installation, directory: Path, source: bytes
) -> RepresenterRecord:
    request = _make_request(installation, directory)
    context = ToolContext(
        images=installation.images,
        sandbox=installation.sandbox,
        new_root=installation.new_root,
    )
    return represent(request, SubmittedFiles(file_name="x", source=source), context)


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
    context = ToolContext(images={}, sandbox=sandbox, new_root=lambda _: "")
    record = represent(SkippedTool("why"), SubmittedFiles(file_name="x", source=b""), context)
    assert record == RepresenterRecord(status=RepresenterStatus.SKIPPED, reason="why")
    assert sandbox.runs == []
