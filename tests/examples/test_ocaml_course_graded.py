"""The exercises of the example course get the grades that their authors expect, in real runs."""

from dataclasses import replace

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.host.installation import Installation
from kriterion.submissions.intake import accept_file
from kriterion.refusals import Refusal
from tests.examples.course import EXERCISES, IDS, KNOWN, Expected, read_expected

SUBMISSIONS = [
    (name, file, *expected) for name in IDS for file, expected in read_expected(name).items()
]


@pytest.fixture(scope="session")
def installation() -> Installation:
    return Installation()


def _assess(installation: Installation, name: str, file: str) -> AssessmentRecord:
    exercise, _ = load_exercise(EXERCISES / name)
    assert exercise is not None
    path = EXERCISES / name / file
    submission = accept_file(path.name, path.read_bytes())
    assert not isinstance(submission, Refusal)
    # A shorter limit for endless loops, with the same verdict.
    hurried = replace(exercise, evaluation={**exercise.evaluation, "call_limit": 1})
    return assess(
        AssessmentRequest(
            exercise=hurried, submission=submission, judge=installation.judge(exercise, None)
        ),
        ToolContext(images=installation.images, sandbox=installation.sandbox),
    )


def _make_outcome(assessment: AssessmentRecord) -> Expected:
    """Return status and points of a valid judgement."""
    judged = assessment.judge
    assert judged is not None
    assert judged.violations == ()
    assert judged.accepted == (judged.status == "correct")
    return judged.status, assessment.points.earned if assessment.points else None


@pytest.mark.long(reason="grades a whole course")
@pytest.mark.machine
@pytest.mark.parametrize("name", IDS)
def test_a_solution_earns_the_same_points_twice_and_a_template_none(
    installation: Installation, name: str
) -> None:
    status, points = _make_outcome(_assess(installation, name, "solution.ml"))
    assert status == "correct"
    assert points
    assert _make_outcome(_assess(installation, name, "solution.ml")) == (status, points)
    assert _make_outcome(_assess(installation, name, "template.ml")) == ("wrong", 0)
    right = {declared for status, declared in read_expected(name).values() if status == "correct"}
    assert right == {points}


@pytest.mark.long(reason="grades a whole course")
@pytest.mark.machine
@pytest.mark.parametrize(
    ("name", "file", "status", "points"),
    SUBMISSIONS,
    ids=[f"{name}/{file}" for name, file, *_ in SUBMISSIONS],
)
def test_a_submission_is_graded_as_its_author_expects(
    installation: Installation, name: str, file: str, status: str, points: int | None
) -> None:
    outcome, earned = _make_outcome(_assess(installation, name, f"{KNOWN}/{file}"))
    assert outcome == status
    assert points is None or earned == points
