"""An analyzer's part in an assessment."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun, analyze
from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.context import ToolContext
from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercism import MetaConfiguration, TrackExercise
from kriterion.sandbox.image import Image, ImageKind
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.exercism_tool import ExercismTool
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind
from tests.rehearsed import FINE, Rehearsed

SUBMISSION = SubmittedFiles(file_name="mine.py", source=b"")
TOOL = ExercismTool(directory=None, place="/opt/analyzer", image="brought")


def _analyze_solution(asked: AnalyzerRun | SkippedTool, sandbox: Rehearsed) -> AnalyzerRecord:
    images = {"brought": Image(name="brought", kind=ImageKind.ENGINE)}
    return analyze(
        asked, SUBMISSION, ToolContext(images=images, sandbox=sandbox, make_root=lambda _: "")
    )


def test_an_analyzer_for_another_language_is_not_run() -> None:
    sandbox = Rehearsed()
    record = _analyze_solution(SkippedTool("why"), sandbox)
    assert record == AnalyzerRecord(status=AnalyzerStatus.SKIPPED, reason="why")
    assert sandbox.runs == []


@pytest.mark.parametrize(
    ("configuration", "kind"),
    [
        (MetaConfiguration(solution=("a.py",), exemplar=(".meta/a.py",)), ExerciseKind.CONCEPT),
        (MetaConfiguration(solution=("a.py",), example=(".meta/a.py",)), ExerciseKind.PRACTICE),
        (MetaConfiguration(solution=("a.py",)), ExerciseKind.PRACTICE),
    ],
)
def test_an_exercise_with_an_exemplar_is_a_concept_exercise(
    configuration: MetaConfiguration, kind: ExerciseKind
) -> None:
    exercise = TrackExercise(slug="a", configuration=configuration)
    sandbox = Rehearsed(replace(FINE, files={"/mnt/output/analysis.json": b'{"comments": []}'}))
    record = _analyze_solution(AnalyzerRun(tool=TOOL, exercise=exercise), sandbox)
    assert record.status is AnalyzerStatus.COMPLETED
    assert record.exercise_kind is kind


def test_earlier_comments_are_passed_to_the_tool() -> None:
    exercise = TrackExercise(slug="a", configuration=MetaConfiguration(solution=("a.py",)))
    sandbox = Rehearsed(replace(FINE, files={"/mnt/output/analysis.json": b'{"comments": []}'}))
    _analyze_solution(
        AnalyzerRun(tool=TOOL, exercise=exercise, earlier=("python.general.x",)), sandbox
    )
    (run,) = sandbox.runs
    assert "python.general.x" in str(run.trees)


def test_texts_are_recorded_with_their_languages(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Translated.")
    (tmp_path / "a.nl.md").write_text("Vertaald.")
    (tmp_path / "b.md").write_text("Not translated.")
    content = b'{"comments": ["a", "b"]}'
    exercise = TrackExercise(slug="a", configuration=MetaConfiguration(solution=("a.py",)))
    sandbox = Rehearsed(replace(FINE, files={"/mnt/output/analysis.json": content}))
    images = {"brought": Image(name="brought", kind=ImageKind.ENGINE)}
    context = ToolContext(images=images, sandbox=sandbox, make_root=lambda _: "")
    asked = AnalyzerRun(tool=TOOL, exercise=exercise, libraries=(tmp_path,))
    record = analyze(asked, replace(SUBMISSION, language="nl"), context)
    assert record.texts == {"a": "Vertaald.", "b": "Not translated."}
    assert record.languages == {"a": "nl", "b": "en"}


def test_an_analysis_can_be_stored_and_read_again() -> None:
    content = b'{"comments": [{"comment": "a.b", "type": "essential", "places": [{"row": 2}]}]}'
    exercise = TrackExercise(slug="a", configuration=MetaConfiguration(solution=("a.py",)))
    sandbox = Rehearsed(replace(FINE, files={"/mnt/output/analysis.json": content}))
    record = _analyze_solution(AnalyzerRun(tool=TOOL, exercise=exercise), sandbox)
    assert record.comments[0].places[0].row == 2
    stored = msgspec.json.encode(record)
    assert msgspec.json.decode(stored, type=AnalyzerRecord) == record
