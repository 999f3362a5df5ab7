import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kriterion.assessment.assessment_record import JudgeRecord, Points
from kriterion.assessment.grading import (
    Grading,
    compute_points,
    configure,
    make_report,
    read_grading,
    replace_points_in_summary,
    settle_maximum,
)
from kriterion.assessment.maxima import UNKNOWN, Maximum
from kriterion.exercises.exercise import Exercise
from kriterion.feedback.report_text import render_report_text
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.catalog import SHIPPED_JUDGES
from kriterion.tools.judge_run import Judge, load_judge
from kriterion.translators import load_translator
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message, Permission
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import has_failure

OURS = load_judge(SHIPPED_JUDGES["learn-ocaml"])
DECLARED = Judge(directory=Path("/srv/judge"), configuration={"reports_points": True})
THEIRS = Judge(directory=Path("/srv/judge"), configuration={})
SAID: dict[str, Any] = {"ending": "report", "points": 5, "failed": False, "seed": 1, "report": []}


def make_feedback(
    description: str = json.dumps(SAID), permission: Permission = Permission.ZEUS
) -> FullOutput:
    message = Message(format="learn-ocaml-grading", description=description, permission=permission)
    return FullOutput(accepted=True, status=Status.CORRECT, messages=(message,))


NO_POINTS = Points(earned=0, possible=None)


def make_exercise(declared: int | None = None) -> Exercise:
    return Exercise(id="e", directory=Path("e"), repository=Path("e"), declared_maximum=declared)


def test_our_graders_points_are_trusted() -> None:
    grading = read_grading(OURS, make_feedback())
    assert grading == Grading(ending="report", points=5, failed=False, seed=1, report=[])


def test_points_of_an_undeclared_judge_are_not_trusted() -> None:
    assert read_grading(THEIRS, make_feedback()) is None
    unsure = replace(THEIRS, configuration={"reports_points": "yes"})
    assert read_grading(unsure, make_feedback()) is None


def test_points_of_any_declared_judge_are_trusted() -> None:
    assert read_grading(DECLARED, make_feedback()) == read_grading(OURS, make_feedback())
    least = read_grading(DECLARED, make_feedback('{"points": 3, "failed": true}'))
    assert least == Grading(points=3, failed=True, ending="report", seed=0)


@pytest.mark.parametrize("points", [10**9 + 1, -(10**9) - 1, 10**30])
def test_absurd_points_are_not_trusted(points: int) -> None:
    assert read_grading(DECLARED, make_feedback(json.dumps({**SAID, "points": points}))) is None


@pytest.mark.parametrize("description", ["", "{", "[]", '{"points": "5"}', "\x00"])
def test_an_invalid_grading_is_ignored(description: str) -> None:
    assert read_grading(OURS, make_feedback(description)) is None


def test_a_grading_visible_to_students_is_ignored() -> None:
    assert read_grading(OURS, make_feedback(permission=Permission.STUDENT)) is None


@pytest.mark.parametrize(
    ("points", "measured", "declared", "earned", "possible"),
    [
        (5, 10, None, 5, 10),
        (12, 10, None, 10, 10),  # more than the solution gets
        (21, 11, 30, 11, 11),  # the same, of what is declared in vain
        (12, 20, 10, 10, 10),  # capped by what is declared
        (1, 1, 100, 1, 1),  # what is declared cannot be reached
        (5, None, 10, 5, 10),
        (5, None, None, 5, None),
        (0, 0, None, 0, 0),  # nothing is graded
    ],
)
def test_points_follow_the_rule_of_scores(
    points: int, measured: int | None, declared: int | None, earned: int, possible: int | None
) -> None:
    grading = Grading(ending="report", points=points, failed=False, seed=1, report=[])
    assert compute_points(grading, make_exercise(declared), measured) == Points(
        earned=earned, possible=possible
    )


def test_the_grader_gets_the_maximum_and_the_file_name() -> None:
    submission = SubmittedFiles(file_name="mine.ml", source=b"", language="en")
    known = configure(make_exercise(100), submission, Maximum(points=13)).evaluation
    assert known == {"file_name": "mine.ml", "maximum": 13}
    assert configure(make_exercise(100), submission, UNKNOWN).evaluation["maximum"] is None


def test_the_grader_gets_the_seed_the_solution_was_graded_with() -> None:
    submission = SubmittedFiles(file_name="mine.ml", source=b"", language="en")
    maximum = Maximum(points=13, seed=5)
    assert configure(make_exercise(), submission, maximum).evaluation["seed"] == 5


# What is graded, what the solution earns with the same seed, what is measured against then.
SETTLED = [
    (Grading(ending="report", points=7, failed=False, seed=3), None, 7),  # nothing to check
    (Grading(ending="report", points=6, failed=True, seed=3), None, 7),
    (Grading(ending="refused", points=0, failed=True, seed=3), None, 7),
    (Grading(ending="report", points=6, failed=False, seed=3), 6, 6),
    (Grading(ending="report", points=6, failed=False, seed=3), 7, 7),
    (Grading(ending="report", points=9, failed=True, seed=3), 12, 12),
    (Grading(ending="report", points=9, failed=False, seed=3), 7, 7),
]


@pytest.mark.parametrize(("grading", "checked", "settled"), SETTLED)
def test_a_grading_that_contradicts_the_maximum_has_it_checked_with_its_seed(
    grading: Grading, checked: int | None, settled: int
) -> None:
    requests: list[int] = []

    def check(seed: int) -> int | None:
        requests.append(seed)
        return checked

    submission = SubmittedFiles(file_name="mine.ml", source=b"let x = 2", language="en")
    maximum = Maximum(points=7, check=check)

    assert settle_maximum(grading, make_exercise(), submission, maximum) == settled
    assert requests == ([] if checked is None else [3])


def test_an_uncheckable_maximum_is_kept() -> None:
    grading = Grading(ending="report", points=9, failed=False, seed=3)
    submission = SubmittedFiles(file_name="mine.ml", source=b"let x = 2", language="en")
    assert settle_maximum(grading, make_exercise(), submission, Maximum(points=7)) == 7


def test_the_solution_itself_earns_all_points_even_if_runs_vary() -> None:
    grading = Grading(ending="report", points=35, failed=False, seed=3)
    submission = SubmittedFiles(file_name="mine.ml", source=b"let x = 1", language="en")
    own = replace(make_exercise(), solutions={"solution.ml": "let x = 1"})
    maximum = Maximum(points=36, check=lambda _: 36)
    assert settle_maximum(grading, own, submission, maximum) == 35


@pytest.mark.parametrize(
    ("summary", "retold"),
    [("21 of 11 points", "21 of 11 points"), ("11 of 11 points", "21 of 21 points")],
)
def test_a_summary_with_the_judges_points_is_corrected(summary: str, retold: str) -> None:
    output = FullOutput(accepted=True, status=Status.CORRECT, description=summary)
    record = JudgeRecord(status=Status.CORRECT, accepted=True, summary=summary, feedback=output)
    stored, points = Points(earned=11, possible=11), Points(earned=21, possible=21)
    corrected = replace_points_in_summary(record, stored, points, load_translator("en"))
    assert (corrected.summary, corrected.feedback.description) == (retold, retold)


def test_a_grading_without_a_report_gets_one_that_says_why() -> None:
    failure = {"message": "Unbound value x", "file": "mine.ml", "line": 3, "output": "hello"}
    grading = Grading(ending="refused", points=0, failed=True, seed=1, failure=failure)
    report = make_report(grading, "Not accepted")
    assert has_failure(report)
    text = render_report_text(report, points=NO_POINTS, seed=1, translator=load_translator("en"))
    for said in ("Not accepted", "mine.ml, line 3", "Unbound value x", "hello"):
        assert said in text


def test_a_message_without_a_location_mentions_none() -> None:
    failure = {"message": "exception Exit"}
    grading = Grading(ending="exception", points=0, failed=True, seed=1, failure=failure)
    report = make_report(grading, "It raised")
    text = render_report_text(report, points=NO_POINTS, seed=1, translator=load_translator("en"))
    assert text.startswith("Failure: It raised\n  [exception Exit]\n")
