"""Exercism's own analyzers, unmodified, give the results that lie in their repositories.

KRITERION_REFERENCES names the directory with their clones (`exercism+python-analyzer` …), and
KRITERION_CONFIG the kriterion.toml with their `[analyzers.python]`, `.javascript` and `.ruby`
(docs/author/analyzers.md).
"""

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.analyzer_run import AnalyzerRun
from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus, AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.feedback.analysis.prepared_analysis import prepare_analysis
from kriterion.feedback.analysis.prepared_comments import PreparedComments
from kriterion.feedback.viewer import Viewer
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from kriterion_tools.contracts.exercism_analyzer.analysis import Analysis
from kriterion_tools.contracts.exercism_analyzer.analysis_reader import read_analysis
from tests.reference.jest_snapshots import load_snapshots

REFERENCES = Path(os.environ.get("KRITERION_REFERENCES", "nowhere"))
LIBRARY = REFERENCES / "exercism+website-copy" / "analyzer-comments"

pytestmark = [pytest.mark.reference, pytest.mark.machine]

SNAPSHOTS = "exercism+javascript-analyzer/test/analyzers/*/__snapshots__/*.snap"


@dataclass(frozen=True, kw_only=True, slots=True)
class Layout:
    """How a repository has its solutions, and the result beside each of them.

    The solution is the file of that ending that is not a test. With `slug_above`, the directories
    are SLUG/NAME.
    """

    pattern: str
    result: str
    ending: str
    test_ending: str
    slug_above: bool = True

    def slug(self, fixture: Path) -> str:
        """The exercise that is solved in a directory."""
        return fixture.parent.name if self.slug_above else fixture.name


LAYOUTS = {
    "python": Layout(
        pattern="exercism+python-analyzer/test/*/",
        result="analysis.json",
        ending=".py",
        test_ending="_test.py",
        slug_above=False,
    ),
    "javascript": Layout(
        pattern="exercism+javascript-analyzer/test/fixtures/*/*/",
        result="expected_analysis.json",
        ending=".js",
        test_ending=".spec.js",
    ),
    "ruby": Layout(
        pattern="exercism+ruby-analyzer/tests/*/*/",
        result="expected_analysis.json",
        ending=".rb",
        test_ending="_test.rb",
    ),
}


def _list_goldens() -> Iterator[Any]:
    """Language, directory, and what is to be said of the solution there."""
    if not (REFERENCES.is_dir() and os.environ.get("KRITERION_CONFIG")):
        why = "set KRITERION_REFERENCES and KRITERION_CONFIG to run public analyzers"
        yield pytest.param("", REFERENCES, Analysis(), marks=pytest.mark.skip(reason=why))
        return
    for language, layout in LAYOUTS.items():
        for directory in sorted(REFERENCES.glob(layout.pattern)):
            if (file := directory / layout.result).is_file():
                golden, _ = read_analysis(file.read_bytes())
                name = f"{language} {layout.slug(directory)}/{directory.name}"
                yield pytest.param(language, directory, golden, id=name)
    for file in sorted(REFERENCES.glob(SNAPSHOTS)):
        fixtures = file.parents[3] / "fixtures"
        for fixture, golden in load_snapshots(file):
            name = f"javascript snapshot {fixture}"
            yield pytest.param("javascript", fixtures / fixture, golden, id=name)


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


@pytest.mark.parametrize(("language", "fixture", "golden"), list(_list_goldens()))
def test_a_public_analyzer_gives_its_golden_result(
    language: str, fixture: Path, golden: Analysis, installation: Installation, tmp_path: Path
) -> None:
    if language not in installation.settings.analyzers:
        pytest.skip(f"the settings have no [analyzers.{language}]")
    assessment = _analyze_solution(
        language, _make_exercise(language, fixture, tmp_path), installation
    )
    record = assessment.analyzer
    assert isinstance(record, AnalyzerRecord)
    assert record.status is AnalyzerStatus.COMPLETED, record.stderr
    assert record.violations == ()
    assert record.analysis == golden
    _assert_shown(assessment, record)


def _assert_shown(assessment: AssessmentRecord, record: AnalyzerRecord) -> None:
    """The summary and all comments that the public library has a text for can be read."""
    ready = prepare_analysis(assessment, Viewer(role=Permission.STAFF))
    if not record.comments:
        ready_comments = PreparedComments() if ready is None else ready.comments
        assert ready_comments == PreparedComments(summary=record.analysis.summary or "")
        return
    assert ready is not None
    expected = {comment.pointer for comment in record.comments} - record.texts.keys()
    missing = {fault.where for fault in ready.comments.faults if fault.code == "analysis.no-text"}
    assert missing == expected
    assert bool(ready.comments.comments) == bool(record.texts)


def _analyze_solution(
    language: str, exercise: Exercise, installation: Installation
) -> AssessmentRecord:
    track_exercise, _ = load_track_exercise(exercise)
    analyzer = find_analyzer(installation, track_exercise, language)
    assert isinstance(analyzer, AnalyzerRun)
    solution = exercise.directory / track_exercise.solution_file
    return assess(
        AssessmentRequest(
            exercise=exercise,
            submission=SubmittedFiles(file_name=solution.name, source=solution.read_bytes()),
            analyzer=replace(analyzer, libraries=(LIBRARY,)),
        ),
        ToolContext(
            images=installation.images,
            sandbox=installation.sandbox,
            make_root=installation.make_root,
        ),
    )


def _make_exercise(language: str, fixture: Path, directory: Path) -> Exercise:
    """Return the fixture as an exercise, without its result."""
    layout = LAYOUTS[language]
    slug = layout.slug(fixture)
    place = directory / slug
    shutil.copytree(fixture, place, ignore=shutil.ignore_patterns(layout.result))
    if not (place / ".meta" / "config.json").exists():
        (solution,) = (
            file.name
            for file in place.glob("*" + layout.ending)
            if not file.name.endswith(layout.test_ending)
        )
        files = {"solution": [solution], "test": [f"{Path(solution).stem}{layout.test_ending}"]}
        (place / ".meta").mkdir(exist_ok=True)
        (place / ".meta" / "config.json").write_text(json.dumps({"files": files}))
    return Exercise(id=slug, directory=place, repository=directory, programming_language=language)
