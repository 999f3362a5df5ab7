"""The roundabout example with the tools that Kriterion ships: accepted, commented, represented."""

import re
from pathlib import Path

import pytest

from kriterion.assessment.assessment_record import AssessmentRecord, RepresenterStatus
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercism import load_track_exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.feedback.analysis.prepared_analysis import prepare_analysis
from kriterion.feedback.viewer import Viewer
from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import find_analyzer
from kriterion.host.resolution.representers import find_representer
from kriterion.submissions.submission import SubmittedFiles
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import Permission
from tests.feedback.rendered import render_page

EXAMPLES = Path(__file__).parents[2] / "examples" / "exercises"
ROUNDABOUT = (EXAMPLES / "barcode" / "submissions" / "roundabout.py").read_text()

pytestmark = pytest.mark.machine


@pytest.fixture(scope="module")
def installation() -> Installation:
    return Installation()


def _assess_solution(installation: Installation, source: str, language: str = "en") -> AssessmentRecord:
    exercise, _ = load_exercise(EXAMPLES / "barcode", EXAMPLES)
    assert exercise is not None
    track_exercise, _ = load_track_exercise(exercise)
    return installation.assess(
        AssessmentRequest(
            exercise=exercise,
            submission=SubmittedFiles(file_name="mine.py", source=source.encode(), language=language),
            judge=installation.judge(exercise, None),
            analyzer=find_analyzer(installation, track_exercise, None),
            representer=find_representer(installation, track_exercise, None),
        )
    )


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_roundabout_solution_is_accepted_and_commented_on(
    installation: Installation, language: str
) -> None:
    assessment = _assess_solution(installation, ROUNDABOUT, language)
    assert assessment.judge is not None
    assert assessment.judge.accepted
    assert assessment.analyzer is not None
    places = {
        comment.pointer.rpartition(".")[2]: [place.row + 1 for place in comment.places]
        for comment in assessment.analyzer.comments
    }
    assert places["index-beside-value"] == [3]
    assert places["boolean-branches"] == [18]
    ready = prepare_analysis(
        assessment, Viewer(role=Permission.STAFF, translator=load_translator(language))
    )
    assert ready is not None
    assert ready.comments.faults == ()
    lines = [line for numbers in places.values() for line in numbers]
    assert [annotation.row + 1 for annotation in ready.annotations] == lines
    page = render_page(assessment, role=Permission.STUDENT, language=language, title="x")
    messages = {"en": "worth a look before going on", "nl": "zijn het bekijken waard"}
    assert messages[language] in page
    for line in lines:
        assert f'id="code-line-{line}"' in page
        assert f'href="#code-line-{line}"' in page


def test_equivalent_solutions_share_a_class(installation: Installation) -> None:
    renamed = re.sub("total", "result", ROUNDABOUT).replace("\n\n", "\n# the same\n\n")
    found = [_assess_solution(installation, source).representer for source in (ROUNDABOUT, renamed)]
    one, other = found
    assert one is not None and other is not None
    assert one.status is RepresenterStatus.GENERATED
    assert one.digest == other.digest


def test_an_essential_comment_blocks_softly(installation: Installation) -> None:
    """A comparison instead of an assignment, in code that works by chance."""
    source = ROUNDABOUT.replace("    total = 0\n", "    total = 0\n    total == 0\n")
    assessment = _assess_solution(installation, source)
    assert assessment.judge is not None
    assert assessment.judge.accepted
    page = render_page(assessment, role=Permission.STUDENT, language="nl", title="x")
    assert "essenti" in page
    assert "callout-danger" in page


def test_a_wrong_solution_is_skipped_with_the_reason(installation: Installation) -> None:
    assessment = _assess_solution(installation, ROUNDABOUT.replace("3 *", "2 *"))
    assert assessment.analyzer is not None
    assert assessment.representer is not None
    assert assessment.analyzer.reason == assessment.representer.reason
    page = render_page(assessment, role=Permission.STUDENT, language="nl", title="x")
    assert "Opmerkingen volgen zodra" in page
