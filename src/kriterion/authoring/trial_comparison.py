"""Compare a judge's result of a trial with what its author expects."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kriterion.assessment.assessment_record import RUN, JudgeRecord, Points
from kriterion.assessment.grading import Grading
from kriterion.authoring.author_places import find_origin
from kriterion.authoring.finding import error, warning
from kriterion.authoring.staff_words import format_for_staff
from kriterion.authoring.trials import Trial
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message, Test
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.diagnostic import Diagnostic, describe_value

_CONTROL_SEQUENCE = re.compile(r"\x1b\[[0-9;]*m")  # colours


def compare_result(
    trial: Trial,
    judged: JudgeRecord,
    points: Points | None = None,
    grading: Grading | None = None,
) -> Iterator[Diagnostic]:
    """Yield nothing if the trial went as expected and the judge kept its contract."""
    if judged.status in trial.expected:
        if judged.status is Status.CORRECT and not judged.accepted:
            yield error(
                trial.file,
                "is judged correct but not accepted",
                code="exercise.not-accepted",
            )
        yield from _compare_points(trial, points)
    elif judged.status is Status.INTERNAL_ERROR:
        what = f"the judge failed: {format_for_staff(judged.feedback)}"
        yield error(
            trial.file,
            what,
            fix=f"see the whole output with kriterion assess: {trial.exercise.id};"
            " kriterion doctor shows what the judge lacks",
            code="exercise.judge-failed",
        )
    else:
        yield error(
            trial.file,
            _describe_mismatch(trial, judged),
            fix=_suggest_fix(trial, judged),
            code="exercise.unexpected-status",
        )
    if trial.solution and grading is not None and grading.shared_state is not None:
        what = (
            "a submission can change state of the prelude that the solution uses:"
            f" {grading.shared_state}"
        )
        fix = "make test.ml reset the state before it calls the solution, or check the state itself"
        yield warning(trial.file, what, fix=fix, code="exercise.shared-state")
    for note, code in zip(judged.run_notes, judged.run_codes, strict=True):
        yield warning(trial.file, f"in the run: {note}", code=code)
    written = [violation for violation in judged.violations if violation.document != RUN]
    if written:
        first, *rest = written
        more = f", and {len(rest):,} more" if rest else ""
        yield warning(
            trial.file,
            f"the judge broke its contract: {first.where}: {first.what}{more}",
            code=first.code,
        )


def _compare_points(trial: Trial, points: Points | None) -> Iterator[Diagnostic]:
    earned = points.earned if points else None
    declared = trial.exercise.declared_maximum
    if trial.points is not None and earned != trial.points:
        what = (
            f"earns no points instead of the expected {trial.points}"
            if earned is None
            else f"earns {earned} points instead of the expected {trial.points}"
        )
        yield error(
            trial.file,
            what,
            fix="fix the tests, or the expected points",
            code="exercise.unexpected-points",
        )
    if trial.solution and earned is not None and declared is not None and earned < declared:
        file, where = find_origin(trial.exercise, "maximum")
        what = f"declares {declared} points, but the solution earns only {earned}"
        fix = (
            "declare what the solution earns, which is what students are graded against, or nothing"
        )
        yield warning(file, what, where=where, fix=fix, code="exercise.fewer-points")


def _describe_mismatch(trial: Trial, judged: JudgeRecord) -> str:
    wanted = " or ".join(f"'{status}'" for status in Status if status in trial.expected)
    what = f"is judged '{judged.status}' instead of {wanted}"
    if judged.summary and judged.summary.casefold() != judged.status:
        what += f": {describe_value(judged.summary)}"
    failed = _find_failed_test(judged.feedback) or _find_failed_testcase(judged.feedback)
    return what if failed is None else f"{what}; {failed}"


def _suggest_fix(trial: Trial, judged: JudgeRecord) -> str:
    if trial.solution:
        return "fix the solution or the tests"
    if judged.status is Status.CORRECT:
        return "add a test that the submission fails"
    return "fix the submission, the tests or the expected status"


class _FailedTest(NamedTuple):
    """The first failed test, and its place in the feedback."""

    tab: str
    context: int
    test: Test

    def __str__(self) -> str:
        channel = self.test.channel or (self.test.data or {}).get("channel")
        place = f"tab {describe_value(self.tab)}, context {self.context}"
        place += f", {describe_value(channel)}" if isinstance(channel, str) else ""
        return (
            f"first failed test ({place}):"
            f" expected {describe_value(self.test.expected)}, got"
            f" {describe_value(self.test.generated)}"
        )


def _find_failed_test(feedback: FullOutput) -> _FailedTest | None:
    for tab in feedback.groups:
        for number, context in enumerate(tab.groups, start=1):
            for testcase in context.groups:
                for test in testcase.tests:
                    if not test.accepted and test.generated is not None:
                        return _FailedTest(tab.description, number, test)
    return None


def _find_failed_testcase(feedback: FullOutput) -> str | None:
    """Describe the first failed testcase that has a name; test runners compare nothing else."""
    for tab in feedback.groups:
        for number, context in enumerate(tab.groups, start=1):
            for testcase in context.groups:
                if not testcase.accepted and testcase.description is not None:
                    place = f"tab {describe_value(tab.description)}, context {number}"
                    name = describe_value(testcase.description.description)
                    said = "".join(f": {_shorten(each)}" for each in testcase.messages[-1:])
                    return f"first failed test ({place}): {name}{said}"
    return None


def _shorten(message: Message) -> str:
    return describe_value(_CONTROL_SEQUENCE.sub("", message.description))
