"""Assessing without tools: ready-made results and interruptions."""

import threading
import time
from collections.abc import Callable

from kriterion.assessment.assessment_record import AssessmentRecord, JudgeRecord, SubmissionRecord
from kriterion.errors import MachineError
from kriterion.web.submissions.models import Submission
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput
from kriterion_tools.contracts.dodona_judge.statuses import Status

Watch = Callable[[Change], None]

PATIENCE_SECONDS = 60.0  # with a busy machine


def make_assessment(submission: Submission, status: Status = Status.CORRECT) -> AssessmentRecord:
    """Return a record as tools would produce it."""
    accepted = status is Status.CORRECT
    return AssessmentRecord(
        submission=SubmissionRecord(
            exercise="Barcode", file_name="a.py", source=submission.files["a.py"], language="en"
        ),
        judge=JudgeRecord(
            status=status,
            accepted=accepted,
            summary="well done" if accepted else None,
            feedback=FullOutput(accepted=accepted, status=status),
        ),
    )


def assess_at_once(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    """Return a correct result at once."""
    return make_assessment(submission)


def assess_until_stopped(
    submission: Submission, *, watch: Watch, stopped: threading.Event
) -> AssessmentRecord:
    """Runs until it is stopped, as an endless submission does in a sandbox without limits."""
    stopped.wait()
    raise MachineError("the run was cancelled")


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition that other threads fulfil holds."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.01)
