"""How an attempt ends: with a verdict, cancelled, put back into the queue, or by a failure.

Each function writes only while the attempt is still the one that runs, and says whether it did.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from kriterion.assessment.record import Assessment as Record
from kriterion.assessment.record import RepresenterStatus
from kriterion.contracts.dodona_judge.statuses import Status
from kriterion.contracts.exercism_analyzer.analysis import CommentType
from kriterion.store.models import Assessment, FeedbackBatch, Submission, SubmissionState
from kriterion.work.engine import current_engine
from kriterion.work.held import held
from kriterion.work.storable import storable
from kriterion.work.waking import tell
from kriterion.work.writing import writing

# How long the machine is left alone after each of its failures; after one more, it has failed.
BACK_OFF = (timedelta(seconds=1), timedelta(seconds=5), timedelta(seconds=25))

NOBODYS = {"worker": "", "lease_until": None}


def finish(submission: Submission, record: Record, *, seconds: float | None = None) -> bool:
    """Keep what was found, after so many seconds; None when the clock is to say how many."""
    with writing():
        finished = held(submission).update(
            state=SubmissionState.FINISHED,
            finished_at=_end(submission, seconds),
            failure="",
            **NOBODYS,
            **_in_short(record),
        )
        if finished:
            Assessment.objects.update_or_create(
                submission=submission,
                defaults={"attempt": submission.attempt, "document": Assessment.packed(record)},
            )
            FeedbackBatch.objects.filter(submission=submission).delete()
    tell(submission.pk)
    return bool(finished)


def end_cancelled(submission: Submission) -> bool:
    """It was cancelled while it ran."""
    with writing():
        ended = held(submission).update(
            state=SubmissionState.CANCELLED, finished_at=_end(submission), **NOBODYS
        )
        if ended:
            FeedbackBatch.objects.filter(submission=submission).delete()
    tell(submission.pk)
    return bool(ended)


def put_back(submission: Submission) -> bool:
    """Nobody failed: it waits again, with the turn it had."""
    returned = held(submission).update(state=SubmissionState.QUEUED, started_at=None, **NOBODYS)
    tell(submission.pk)
    return bool(returned)


def fail(submission: Submission, failure: str, *, at_once: bool = False) -> bool:
    """The machine failed, as `failure` tells administrators; it is tried again after a while.

    With `at_once` the worker died, and another machine or the next process may do better now. One
    that was to be cancelled is.
    """
    if held(submission).filter(cancel_asked=True).exists():
        return end_cancelled(submission)
    failures = submission.failures + 1
    if failures > len(BACK_OFF):
        failed = held(submission).update(
            state=SubmissionState.FAILED,
            finished_at=_end(submission),
            failures=failures,
            failure=storable(failure),
            **NOBODYS,
        )
        if failed:
            FeedbackBatch.objects.filter(submission=submission).delete()
    else:
        wait = None if at_once else timezone.now() + BACK_OFF[failures - 1]
        failed = held(submission).update(
            state=SubmissionState.QUEUED,
            started_at=None,
            failures=failures,
            failure=storable(failure),
            not_before=wait,
            **NOBODYS,
        )
    tell(submission.pk)
    current_engine().submit(submission.pk)
    return bool(failed)


def _end(submission: Submission, seconds: float | None = None) -> datetime:
    """When it ended: never before it began, and as long after that as it took."""
    began = submission.started_at
    if began is None:
        return timezone.now()
    if seconds is not None:  # the clock may have been set meanwhile
        return began + timedelta(seconds=seconds)
    return max(timezone.now(), began)


def _in_short(record: Record) -> dict[str, object]:
    """What lists and searches need of a record."""
    judge, analyzer, representer = record.judge, record.analyzer, record.representer
    comments = () if analyzer is None else analyzer.comments
    fields: dict[str, object] = {
        "status": Status.UNKNOWN if judge is None else judge.status,
        "accepted": judge is not None and judge.accepted,
        "summary": "" if judge is None else storable(judge.summary or ""),
        "earned": None if record.points is None else record.points.earned,
        "possible": None if record.points is None else record.points.possible,
        "essential": any(comment.type is CommentType.ESSENTIAL for comment in comments),
        "digest": "",
        "representer_version": None,
        "exercise_version": None,
    }
    if representer is not None and representer.status is RepresenterStatus.GENERATED:
        fields["digest"] = representer.digest or ""
        fields["representer_version"] = representer.version
        fields["exercise_version"] = representer.exercise_version
    return fields
