"""A trial, and the output of a judge for it."""

from pathlib import Path
from typing import Any

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.authoring.trials import Trial
from kriterion.exercises.exercise import Exercise
from kriterion.submissions.submission import SubmittedFiles
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    FullOutput,
    Message,
    Permission,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status

EXERCISE = Exercise(id="echo", directory=Path("echo"), repository=Path())


def make_trial(*expected: Status, solution: bool = False, exercise: Exercise = EXERCISE) -> Trial:
    """Return a trial that must get one of these statuses."""
    return Trial(
        exercise=exercise,
        file=f"{exercise.id}/x.py",
        submission=SubmittedFiles(file_name="x.py", source=b"x"),
        expected=frozenset(expected),
        solution=solution,
    )


def judge_output(status: Status, **changes: Any) -> JudgeRecord:
    """Return a record with that status, and with a failed test unless it is correct."""
    accepted = status is Status.CORRECT
    test = Test(accepted=accepted, expected="six\n", generated="nine", channel="stdout")
    context = Context(accepted=accepted, groups=(Testcase(accepted=accepted, tests=(test,)),))
    good = Context(accepted=True)
    feedback = FullOutput(
        accepted=accepted,
        status=status,
        messages=(
            Message(description="for everybody"),
            Message(description="for\nthe staff", permission=Permission.STAFF),
        ),
        groups=(Tab(description="Numbers", groups=(good, context)),),
    )
    defaults = {"status": status, "accepted": accepted, "summary": None, "feedback": feedback}
    return JudgeRecord(**{**defaults, **changes})
