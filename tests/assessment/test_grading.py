import json
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.grading import Grading, points_of, read_grading, report_of, told
from kriterion.assessment.record import Points
from kriterion.contracts.dodona_judge.output import FullOutput, Message, Permission
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.contracts.learn_ocaml_repository.report import failed
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.report_text import render_report_text
from kriterion.submissions.submission import Submission
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.judge import Judge

OURS = Judge(directory=SHIPPED_JUDGES["learn-ocaml"], configuration={})
THEIRS = Judge(directory=Path("/srv/judge"), configuration={})
SAID: dict[str, Any] = {"ending": "report", "points": 5, "failed": False, "seed": 1, "report": []}


def feedback(
    description: str = json.dumps(SAID), permission: Permission = Permission.ZEUS
) -> FullOutput:
    message = Message(format="learn-ocaml-grading", description=description, permission=permission)
    return FullOutput(accepted=True, status=Status.CORRECT, messages=(message,))


def exercise(declared: int | None = None) -> Exercise:
    return Exercise(id="e", directory=Path("e"), repository=Path("e"), declared_maximum=declared)


def test_our_grader_is_believed() -> None:
    grading = read_grading(OURS, feedback())
    assert grading == Grading(ending="report", points=5, failed=False, seed=1, report=[])


def test_no_other_judge_is_whatever_it_claims() -> None:
    assert read_grading(THEIRS, feedback()) is None


@pytest.mark.parametrize("description", ["", "{", "[]", '{"points": "5"}', "\x00"])
def test_a_grading_that_is_none_is_not_taken_for_one(description: str) -> None:
    assert read_grading(OURS, feedback(description)) is None


def test_a_grading_that_students_could_see_is_not_taken_for_one() -> None:
    assert read_grading(OURS, feedback(permission=Permission.STUDENT)) is None


@pytest.mark.parametrize(
    ("points", "measured", "declared", "earned", "possible"),
    [
        (5, 10, None, 5, 10),
        (12, 10, None, 12, 10),  # more than the solution gets
        (12, 20, 10, 10, 10),  # capped by what is declared
        (1, 1, 100, 1, 1),  # what is declared cannot be reached
        (5, None, 10, 5, 10),
        (5, None, None, 5, None),
        (0, 0, None, 0, 0),  # nothing is graded
    ],
)
def test_points_are_counted_by_the_rule_of_scores(
    points: int, measured: int | None, declared: int | None, earned: int, possible: int | None
) -> None:
    grading = Grading(ending="report", points=points, failed=False, seed=1, report=[])
    assert points_of(grading, exercise(declared), measured) == Points(
        earned=earned, possible=possible
    )


def test_where_nothing_was_graded_there_are_no_points() -> None:
    assert points_of(None, exercise(10), 10) is None


def test_the_grader_is_told_what_is_possible_and_what_the_file_is_called() -> None:
    submission = Submission(file_name="mine.ml", source=b"", language="en")
    known = told(exercise(100), submission, 13).evaluation
    assert known == {"file_name": "mine.ml", "maximum": 13}
    assert told(exercise(100), submission, None).evaluation["maximum"] is None


def test_a_grading_without_a_report_has_one_that_says_why() -> None:
    failure = {"message": "Unbound value x", "file": "mine.ml", "line": 3, "output": "hello"}
    grading = Grading(ending="refused", points=0, failed=True, seed=1, failure=failure)
    report = report_of(grading, "Not accepted")
    assert failed(report)
    text = render_report_text(report, possible=None, seed=1, language="en")
    for said in ("Not accepted", "mine.ml, line 3", "Unbound value x", "hello"):
        assert said in text


def test_what_has_no_place_is_not_said_to_be_at_one() -> None:
    failure = {"message": "exception Exit"}
    grading = Grading(ending="exception", points=0, failed=True, seed=1, failure=failure)
    report = report_of(grading, "It raised")
    text = render_report_text(report, possible=None, seed=1, language="en")
    assert text.startswith("Failure: It raised\n  [exception Exit]\n")
