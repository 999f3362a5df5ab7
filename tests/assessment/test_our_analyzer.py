"""The built-in analyzer, run by the host like any other, with a teacher's additions."""

from pathlib import Path

import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun, analyze
from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.context import ToolContext
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.submissions.submission import SubmittedFiles

pytestmark = pytest.mark.machine

SOURCE = b"""import os


def names(people):
    found = []
    for at in range(len(people)):
        found.append(people[at].name)
    return found
"""
POINTER = "python.general.loop-over-indexes"
RULES = """
language: python
disable: [loop-over-indexes]
rules:
  - {id: mine, stage: idiom, rule: {kind: for_statement}, comment: python.names.mine}
"""


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


def _analyze_solution(
    installation: Installation,
    directory: Path,
    source: bytes = SOURCE,
    *,
    earlier: tuple[str, ...] = (),
    language: str = "en",
) -> AnalyzerRecord:
    place = directory / "names"
    place.mkdir(exist_ok=True)
    exercise = Exercise(
        id="names", directory=place, repository=directory, programming_language="python"
    )
    track_exercise, _ = load_track_exercise(exercise)
    analyzer = find_analyzer(installation, track_exercise, "kriterion", earlier)
    assert isinstance(analyzer, AnalyzerRun)
    context = ToolContext(
        images=installation.images,
        sandbox=installation.sandbox,
        make_root=installation.make_root,
    )
    submission = SubmittedFiles(file_name="mine.py", source=source, language=language)
    record = analyze(analyzer, submission, context)
    assert record.status is AnalyzerStatus.COMPLETED, record
    assert (record.violations, record.stderr) == ((), "")
    return record


def test_comments_have_texts_and_locations(installation: Installation, tmp_path: Path) -> None:
    record = _analyze_solution(installation, tmp_path)
    pointers = [comment.pointer for comment in record.comments]
    assert {POINTER, "python.general.unused-import"} <= set(pointers)  # by ast-grep, and by ruff
    comment = record.comments[pointers.index(POINTER)]
    assert [(place.file, place.row) for place in comment.places] == [("mine.py", 5)]
    assert set(record.texts) == set(pointers)
    assert "construct:for-loop" in record.tags


def test_comments_are_in_dutch_for_dutch_readers(
    installation: Installation, tmp_path: Path
) -> None:
    texts = [
        _analyze_solution(installation, tmp_path, language=language).texts
        for language in ("en", "nl")
    ]
    assert texts[0].keys() == texts[1].keys()
    assert all(texts[0][pointer] != texts[1][pointer] for pointer in texts[0])


def test_rules_added_by_a_teacher_apply(installation: Installation, tmp_path: Path) -> None:
    (tmp_path / "names" / ".meta" / "analyzer").mkdir(parents=True)
    (tmp_path / "names" / ".meta" / "analyzer" / "names.yaml").write_text(RULES)
    pointers = [comment.pointer for comment in _analyze_solution(installation, tmp_path).comments]
    assert "python.names.mine" in pointers
    assert POINTER not in pointers


def test_fixing_an_earlier_comment_is_praised(installation: Installation, tmp_path: Path) -> None:
    better = b"def names(people):\n    return [person.name for person in people]\n"
    (praise,) = _analyze_solution(installation, tmp_path, better, earlier=(POINTER,)).comments
    assert praise.type == "celebratory"


def test_unparsable_code_is_not_a_failure(installation: Installation, tmp_path: Path) -> None:
    record = _analyze_solution(installation, tmp_path, b"def names(:\n")
    assert record.comments == ()
    assert record.summary is not None
    assert "names.py:1: syntax error" in record.summary
