from dataclasses import replace

import msgspec
import pytest

from kriterion.assessment.assessment_record import JudgeRecord, Points, ToolViolation
from kriterion.assessment.grading import Grading
from kriterion.authoring.trial_comparison import compare_result
from kriterion.authoring.trials import Trial
from kriterion.sandbox.findings import report_memory_kill
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Tab,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.diagnostic import Severity
from tests.authoring.sample import judge_output, make_trial

FAILED_TEST = (
    "first failed test (tab 'Numbers', context 2, 'stdout'): expected 'six\\n', got 'nine'"
)


@pytest.mark.parametrize("status", [Status.CORRECT, Status.WRONG, Status.INTERNAL_ERROR])
def test_an_expected_result_is_not_a_finding(status: Status) -> None:
    assert (
        list(compare_result(make_trial(status, Status.RUNTIME_ERROR), judge_output(status))) == []
    )


@pytest.mark.parametrize(
    ("tried", "record", "message"),
    [
        (
            make_trial(Status.CORRECT, solution=True),
            judge_output(Status.WRONG, summary="1 test failed"),
            f"is judged 'wrong' instead of 'correct': '1 test failed'; {FAILED_TEST}"
            " (fix the solution or the tests)",
        ),
        (
            make_trial(Status.WRONG),
            judge_output(Status.CORRECT, summary="Correct"),
            "is judged 'correct' instead of 'wrong' (add a test that the submission fails)",
        ),
        (
            make_trial(Status.TIME_LIMIT_EXCEEDED, Status.RUNTIME_ERROR),
            judge_output(Status.WRONG),
            "is judged 'wrong' instead of 'runtime error' or 'time limit exceeded';"
            f" {FAILED_TEST} (fix the submission, the tests or the expected status)",
        ),
        (
            make_trial(Status.CORRECT),
            judge_output(Status.CORRECT, accepted=False),
            "is judged correct but not accepted",
        ),
        (
            make_trial(Status.WRONG),
            judge_output(Status.INTERNAL_ERROR),
            "the judge failed: for the staff (see the whole output with kriterion assess: echo;"
            " kriterion doctor shows what the judge lacks)",
        ),
    ],
)
def test_an_unexpected_result_is_reported_with_the_reason(
    tried: Trial, record: JudgeRecord, message: str
) -> None:
    (finding,) = compare_result(tried, record)
    assert finding.severity is Severity.ERROR
    assert str(finding) == f"echo/x.py: {message}"


@pytest.mark.parametrize(
    ("points", "messages"),
    [
        (Points(earned=12, possible=20), []),
        (Points(earned=11, possible=20), ["earns 11 points instead of the expected 12"]),
        (None, ["earns no points instead of the expected 12"]),
    ],
)
def test_expected_points_must_be_earned(points: Points | None, messages: list[str]) -> None:
    tried = replace(make_trial(Status.WRONG), points=12)
    assert [
        finding.what for finding in compare_result(tried, judge_output(Status.WRONG), points)
    ] == messages


def test_a_declared_maximum_the_solution_misses_is_reported() -> None:
    tried = make_trial(Status.CORRECT, solution=True)
    tried = replace(tried, exercise=replace(tried.exercise, declared_maximum=100))
    (finding,) = compare_result(tried, judge_output(Status.CORRECT), Points(earned=13, possible=13))
    assert finding.severity is Severity.WARNING
    assert finding.what == "declares 100 points, but the solution earns only 13"
    assert not list(
        compare_result(tried, judge_output(Status.CORRECT), Points(earned=100, possible=100))
    )


def test_a_judges_violation_is_reported_even_if_the_verdict_is_right() -> None:
    violations = tuple(
        ToolViolation(
            document="stdout",
            where=f"byte {byte}",
            what="text that is not JSON",
            code="judge-output.not-json",
        )
        for byte in (3, 9)
    )
    (finding,) = compare_result(
        make_trial(Status.CORRECT), judge_output(Status.CORRECT, violations=violations)
    )
    assert finding.severity is Severity.WARNING
    assert finding.code == "judge-output.not-json"
    assert finding.what == (
        "the judge broke its contract: byte 3: text that is not JSON, and 1 more"
    )


def test_a_judge_that_fails_silently_is_reported_so() -> None:
    silent = FullOutput(accepted=False, status=Status.INTERNAL_ERROR)
    (finding,) = compare_result(
        make_trial(Status.WRONG), judge_output(Status.INTERNAL_ERROR, feedback=silent)
    )
    assert "it does not say why" in finding.what


def test_long_judge_output_keeps_its_end() -> None:
    record = judge_output(Status.INTERNAL_ERROR)
    long = "Traceback " + "x " * 5000 + "ValueError: bad\x1b[31m suite"
    message = record.feedback.messages[1]
    feedback = FullOutput(
        accepted=False,
        status=Status.INTERNAL_ERROR,
        messages=(type(message)(description=long, permission=message.permission),),
    )
    (finding,) = compare_result(
        make_trial(Status.WRONG), judge_output(Status.INTERNAL_ERROR, feedback=feedback)
    )
    assert finding.what.startswith("the judge failed: Traceback")
    assert finding.what.endswith("ValueError: bad suite")
    assert len(finding.what) < 500


def test_shared_state_is_reported_for_the_solution_only() -> None:
    grading = Grading(ending="report", points=3, failed=False, seed=1, shared_state="so")
    (finding,) = compare_result(
        make_trial(Status.CORRECT, solution=True), judge_output(Status.CORRECT), grading=grading
    )
    assert finding.severity is Severity.WARNING
    assert finding.what.endswith("the solution uses: so")
    assert not list(
        compare_result(make_trial(Status.CORRECT), judge_output(Status.CORRECT), grading=grading)
    )


def test_what_happened_to_the_run_is_reported_with_its_code() -> None:
    killed = report_memory_kill(kills=1, limit_bytes=100_000_000, peak_bytes=None)
    record = msgspec.structs.replace(
        judge_output(Status.WRONG), run_notes=(killed.what,), run_codes=(killed.code,)
    )
    (finding,) = compare_result(make_trial(Status.WRONG), record)
    assert (finding.code, finding.severity) == ("run.memory-kill", Severity.WARNING)
    assert finding.what == f"in the run: {killed.what}"


def test_the_failed_test_of_a_test_runner_is_named() -> None:
    """It compares nothing itself: a test has a name, its code and what was printed."""
    failed = Testcase(
        accepted=False,
        description=Message(description="accounts > can be closed"),
        messages=(
            Message(description="account.close()"),
            Message(description="\x1b[31mtime limit of 5000 ms\x1b[0m"),
        ),
    )
    good = Testcase(accepted=True, description=Message(description="accounts > can be opened"))
    contexts = tuple(Context(accepted=each.accepted, groups=(each,)) for each in (good, failed))
    feedback = FullOutput(
        accepted=False,
        status=Status.WRONG,
        groups=(Tab(description="Tests", groups=contexts),),
    )
    record = judge_output(Status.WRONG, feedback=feedback)
    (finding,) = compare_result(make_trial(Status.CORRECT, solution=True), record)
    assert finding.what == (
        "is judged 'wrong' instead of 'correct'; first failed test (tab 'Tests', context 2):"
        " 'accounts > can be closed': 'time limit of 5000 ms'"
    )
