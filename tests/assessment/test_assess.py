import json
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from kriterion.assessment.assess import assess
from kriterion.assessment.context import ToolContext
from kriterion.assessment.request import AssessmentRequest
from kriterion.errors import MachineError
from kriterion.exercises.exercise import Exercise
from kriterion.sandbox.run import Ending, Outcome, Run, discard_output
from kriterion.submissions.submission import SubmittedFiles
from kriterion.tools.judge_run import Judge
from kriterion_tools.contracts.dodona_judge.live_changes import Change, ChangeKind
from kriterion_tools.contracts.dodona_judge.statuses import Status
from tests.rehearsed import Rehearsed

COMMANDS = (
    {"command": "start-judgement"},
    {"command": "start-tab", "title": "Feedback"},
    {"command": "start-context"},
    {"command": "start-testcase", "description": "f(1)"},
    {"command": "start-test", "expected": "1"},
    {"command": "close-test", "generated": "2", "status": {"enum": "wrong", "human": "1 wrong"}},
    {"command": "close-testcase"},
    {"command": "close-context"},
    {"command": "close-tab"},
    {"command": "close-judgement"},
)
WRITTEN = [json.dumps(command).encode() for command in COMMANDS]
SUBMISSION = SubmittedFiles(file_name="f.py", source=b"x = '\xff'", language="en")


def make_outcome(**changes: object) -> Outcome:
    defaults = {
        "ending": Ending.EXITED,
        "exit_status": 0,
        "signal": None,
        "stdout": b"".join(WRITTEN),
        "stderr": b"",
        "wall_seconds": 0.5,
        "cpu_seconds": 0.25,
        "peak_memory_bytes": 1000,
        "backend": "rehearsed",
        "enforced": {"memory": "nothing"},
    }
    return Outcome(**{**defaults, **changes})  # type: ignore[arg-type]


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "run").write_text("")
    return Judge(directory=tmp_path / "judge", configuration={})


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    return Exercise(
        id="f",
        directory=tmp_path,
        repository=tmp_path,
        names={"en": "The f"},
        programming_language="python",
    )


def test_a_submission_is_judged(exercise: Exercise, judge: Judge) -> None:
    sandbox = Rehearsed(make_outcome(), pieces=WRITTEN)
    assessment = assess(
        AssessmentRequest(exercise=exercise, submission=SUBMISSION, judge=judge),
        ToolContext(images={}, sandbox=sandbox),
    )
    assert assessment.submission.exercise == "The f"
    assert assessment.submission.programming_language == "python"
    assert assessment.submission.source == "x = '\N{REPLACEMENT CHARACTER}'"
    judged = assessment.judge
    assert judged is not None
    assert (judged.status, judged.accepted, judged.summary) == (Status.WRONG, False, "1 wrong")
    assert (judged.ending, judged.wall_seconds, judged.cpu_seconds) == ("exited", 0.5, 0.25)
    assert judged.enforced == {"memory": "nothing"}
    assert judged.feedback.groups[0].badge_count == 1


def test_feedback_arrives_before_the_judge_ends(exercise: Exercise, judge: Judge) -> None:
    seen: list[Change] = []
    at_each_piece: list[int] = []

    class RecordingSandbox(Rehearsed):
        """Notes how much of the feedback was known after each piece of output."""

        def run(
            self,
            run: Run,
            *,
            receive: Callable[[bytes], None] = discard_output,
            cancelled: threading.Event | None = None,
        ) -> Outcome:
            def recording(piece: bytes) -> None:
                receive(piece)
                at_each_piece.append(len(seen))

            return super().run(run, receive=recording, cancelled=cancelled)

    sandbox = RecordingSandbox(make_outcome(), pieces=WRITTEN)
    assess(
        AssessmentRequest(exercise=exercise, submission=SUBMISSION, judge=judge),
        ToolContext(images={}, sandbox=sandbox),
        watch=seen.append,
    )
    assert at_each_piece == sorted(at_each_piece)
    assert at_each_piece[3] > 0
    kinds = [(change.kind, change.path) for change in seen]
    assert (ChangeKind.FINISHED, (0, 0)) in kinds


def test_a_judges_violations_are_kept_with_their_place(exercise: Exercise, judge: Judge) -> None:
    sandbox = Rehearsed(make_outcome(), pieces=[b"Loading...\n", *WRITTEN])
    judged = assess(
        AssessmentRequest(exercise=exercise, submission=SUBMISSION, judge=judge),
        ToolContext(images={}, sandbox=sandbox),
    ).judge
    assert judged is not None
    assert judged.status is Status.WRONG
    assert [(violation.document, violation.where) for violation in judged.violations] == [
        ("stdout", "byte 0, line 1")
    ]


def test_a_cancelled_run_has_no_verdict(exercise: Exercise, judge: Judge) -> None:
    sandbox = Rehearsed(make_outcome(ending=Ending.CANCELLED, exit_status=None), pieces=WRITTEN[:3])
    with pytest.raises(MachineError, match="cancelled"):
        assess(
            AssessmentRequest(exercise=exercise, submission=SUBMISSION, judge=judge),
            ToolContext(images={}, sandbox=sandbox),
        )
