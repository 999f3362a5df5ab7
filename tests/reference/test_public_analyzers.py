"""Exercism's own analyzers, unmodified, give the results that lie in their repositories.

KRITERION_REFERENCES names the directory with their clones (`exercism+python-analyzer` …), and
KRITERION_CONFIG the kriterion.toml with their `[analyzers.python]` and `.javascript`
(docs/analyzers.md).
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.analyzing import Analyzing
from kriterion.assessment.assess import assess
from kriterion.assessment.record import AnalyzerRecord, AnalyzerStatus, Assessment
from kriterion.contracts.dodona_judge.output import Permission
from kriterion.contracts.exercism_analyzer.reading import read_analysis
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.feedback.analysis import ready_analysis
from kriterion.feedback.reader import Reader
from kriterion.installation.analyzers import find_analyzer
from kriterion.installation.installation import Installation
from kriterion.submissions.submission import Submission

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
LIBRARY = REFERENCES / "exercism+website-copy" / "analyzer-comments"

pytestmark = [pytest.mark.reference, pytest.mark.machine]

# Per language: where the solutions are, the result beside each of them, what is no solution.
FIXTURES = {
    "python": ("exercism+python-analyzer/test/*/", "analysis.json", "_test.py"),
    "javascript": (
        "exercism+javascript-analyzer/test/fixtures/*/*/",
        "expected_analysis.json",
        ".spec.js",
    ),
}
ENDINGS = {"python": ".py", "javascript": ".js"}


def _fixtures() -> Iterator[Any]:
    if not (REFERENCES.is_dir() and os.environ.get("KRITERION_CONFIG")):
        why = "set KRITERION_REFERENCES and KRITERION_CONFIG to run public analyzers"
        yield pytest.param("", REFERENCES, marks=pytest.mark.skip(reason=why))
        return
    for language, (pattern, expected, _) in FIXTURES.items():
        for directory in sorted(REFERENCES.glob(pattern)):
            if (directory / expected).is_file():
                name = f"{language} {directory.parent.name}/{directory.name}"
                yield pytest.param(language, directory, id=name)


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.mark.parametrize(("language", "fixture"), list(_fixtures()))
def test_a_public_analyzer_gives_its_golden_result(
    language: str, fixture: Path, installation: Installation, tmp_path: Path
) -> None:
    if language not in installation.settings.analyzers:
        pytest.skip(f"the settings have no [analyzers.{language}]")
    assessment = _analyzed(language, _exercise(language, fixture, tmp_path), installation)
    record = assessment.analyzer
    assert isinstance(record, AnalyzerRecord)
    assert record.status is AnalyzerStatus.COMPLETED, record.stderr
    assert record.violations == ()
    _, expected, _ = FIXTURES[language]
    golden, _ = read_analysis((fixture / expected).read_bytes())
    assert record.analysis == golden
    _assert_shown(assessment, record)


def _assert_shown(assessment: Assessment, record: AnalyzerRecord) -> None:
    """All comments that the public library has a text for can be read."""
    ready = ready_analysis(assessment, Reader(role=Permission.STAFF))
    if not record.comments:
        assert ready is None
        return
    assert ready is not None
    lacking = {each.pointer for each in record.comments} - record.texts.keys()
    missing = {fault.where for fault in ready.comments.faults if "no such" in fault.what}
    assert missing == lacking
    assert bool(ready.comments.comments) == bool(record.texts)


def _analyzed(language: str, exercise: Exercise, installation: Installation) -> Assessment:
    track_exercise, _ = load_track_exercise(exercise)
    asked = find_analyzer(installation, track_exercise, language)
    assert isinstance(asked, Analyzing)
    solution = exercise.directory / track_exercise.solution_file
    return assess(
        exercise,
        Submission(file_name=solution.name, source=solution.read_bytes()),
        judge=None,
        images=installation.images,
        sandbox=installation.sandbox,
        new_root=installation.new_root,
        analyzer=replace(asked, libraries=(LIBRARY,)),
    )


def _exercise(language: str, fixture: Path, directory: Path) -> Exercise:
    """The fixture as an exercise, without its result."""
    _, expected, test_ending = FIXTURES[language]
    by_number = language == "javascript"  # test/fixtures/SLUG/NUMBER
    slug = fixture.parent.name if by_number else fixture.name
    place = directory / slug
    shutil.copytree(fixture, place, ignore=shutil.ignore_patterns(expected))
    if not (place / ".meta" / "config.json").exists():
        (solution,) = (
            file.name
            for file in place.glob("*" + ENDINGS[language])
            if not file.name.endswith(test_ending)
        )
        files = {"solution": [solution], "test": [f"{Path(solution).stem}{test_ending}"]}
        (place / ".meta").mkdir(exist_ok=True)
        (place / ".meta" / "config.json").write_text(json.dumps({"files": files}))
    return Exercise(id=slug, directory=place, repository=directory, programming_language=language)
