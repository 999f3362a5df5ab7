"""How an attempt ends: with a verdict, cancelled, put back into the queue, or by a failure.

Each function writes only while the attempt is still the newest, and says whether it did.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.expressions import Combinable

from kriterion.assessment.record import Assessment as Record
from kriterion.assessment.record import RepresenterStatus
from kriterion.assessment.soft_block import demands_of
from kriterion.store.models import Assessment, FeedbackBatch, Loss, Submission, SubmissionState
from kriterion.work import clock
from kriterion.work.engine import current_engine
from kriterion.work.held import held, newest
from kriterion.work.storable import storable
from kriterion.work.waking import tell
from kriterion.work.writing import writing
from kriterion_tools.contracts.dodona_judge.statuses import Status

# How long the machine is left alone after each of its failures; after one more, it has failed.
BACK_OFF = (timedelta(seconds=1), timedelta(seconds=5), timedelta(seconds=25))
# What ended the process that ran it may be the submission: it is set aside when so many have died.
MOST_LOSSES = 3

NOBODYS = {"worker": "", "lease_until": None}
_ANYHOW = Q()


def finish(submission: Submission, record: Record, *, seconds: float | None = None) -> bool:
    """Keep what was found, after so many seconds; None when the clock is to say how many.

    It counts even if the lease ran out, as long as no other attempt has begun.
    """
    # However long its comments take to read, others write meanwhile.
    in_short, document = _in_short(record), Assessment.packed(record)
    with writing():
        finished = newest(submission).update(
            state=SubmissionState.FINISHED,
            started_at=submission.started_at,
            finished_at=_end(submission, seconds),
            not_before=None,
            failure="",
            **NOBODYS,
            **in_short,
        )
        if finished:
            Assessment.objects.update_or_create(
                submission=submission,
                defaults={"attempt": submission.attempt, "document": document},
            )
            FeedbackBatch.objects.filter(submission=submission).delete()
    tell(submission.pk)
    return bool(finished)


def end_cancelled(submission: Submission, *, only_if: Q = _ANYHOW) -> bool:
    """It was cancelled while it ran."""
    with writing():
        ended = (
            held(submission)
            .filter(only_if)
            .update(state=SubmissionState.CANCELLED, finished_at=_end(submission), **NOBODYS)
        )
        if ended:
            FeedbackBatch.objects.filter(submission=submission).delete()
    tell(submission.pk)
    return bool(ended)


def put_back(
    submission: Submission, *, after: timedelta | None = None, only_if: Q = _ANYHOW
) -> bool:
    """Nobody failed: it waits again, with the turn it had; if `after`, not before so much later.

    One that was to be cancelled is. Both only if the row still is as `only_if` says.
    """
    if held(submission).filter(only_if, cancel_asked=True).exists():
        return end_cancelled(submission, only_if=only_if)
    returned = (
        held(submission)
        .filter(only_if)
        .update(
            state=SubmissionState.QUEUED,
            started_at=None,
            not_before=None if after is None else clock.after(after),
            **NOBODYS,
        )
    )
    _announce(submission.pk)
    return bool(returned)


def fail(submission: Submission, failure: str) -> bool:
    """The machine failed, as `failure` tells administrators; it is tried again after a while.

    One that was to be cancelled is.
    """
    failures = submission.failures + 1
    charged = {"failures": failures, "failure": storable(failure)}
    if failures > len(BACK_OFF):
        return _charge(submission, state=SubmissionState.FAILED, **charged)
    pause = clock.after(BACK_OFF[failures - 1])
    return _charge(submission, state=SubmissionState.QUEUED, not_before=pause, **charged)


def lose(submission: Submission) -> bool:
    """The process that ran it is dead; the next one takes it at once.

    That is no failure of the submission, unless one process after the other dies of it. One that
    was to be cancelled is.
    """
    if held(submission).filter(cancel_asked=True).exists():
        return end_cancelled(submission)
    with writing():
        losses = Loss.objects.filter(submission=submission).count() + 1
        state = SubmissionState.FAILED if losses >= MOST_LOSSES else SubmissionState.QUEUED
        told = f"the worker {submission.worker} died"
        if losses > 1:
            told = f"{losses} workers died while they ran this, the last was {submission.worker}"
        lost = _charge(submission, state=state, failure=storable(told), not_before=None)
        if lost:
            Loss.objects.create(
                submission=submission, attempt=submission.attempt, worker=submission.worker
            )
    return lost


def _charge(submission: Submission, *, state: SubmissionState, **fields: object) -> bool:
    """End the attempt with something that counts against it."""
    if held(submission).filter(cancel_asked=True).exists():
        return end_cancelled(submission)
    is_over = state == SubmissionState.FAILED
    ended = {"finished_at": _end(submission)} if is_over else {"started_at": None}
    with writing():
        charged = held(submission).update(state=state, **NOBODYS, **ended, **fields)
        if charged and is_over:
            FeedbackBatch.objects.filter(submission=submission).delete()
    transaction.on_commit(lambda: _announce(submission.pk))
    return bool(charged)


def _announce(submission_id: int) -> None:
    tell(submission_id)
    current_engine().submit(submission_id)


def _end(submission: Submission, seconds: float | None = None) -> Combinable:
    """When it ended: never before it began, and as long after that as it took."""
    began = submission.started_at
    if began is None:
        return clock.now()
    if seconds is not None:  # the clock may have been set meanwhile
        return Value(began + timedelta(seconds=seconds))
    return clock.not_before("started_at")


def _in_short(record: Record) -> dict[str, object]:
    """What lists and searches need of a record."""
    judge, analyzer, representer = record.judge, record.analyzer, record.representer
    demands = demands_of(analyzer)
    fields: dict[str, object] = {
        "status": _status_of(record),
        "accepted": judge is not None and judge.accepted,
        "summary": "" if judge is None else storable(judge.summary or ""),
        "earned": None if record.points is None else record.points.earned,
        "possible": None if record.points is None else record.points.possible,
        "essential": demands.essential > 0,
        "suggestions": demands.suggestions,
        "tags": [] if analyzer is None else list(analyzer.tags),
        "digest": "",
        "representer_version": None,
        "exercise_version": None,
    }
    if representer is not None and representer.status is RepresenterStatus.GENERATED:
        fields["digest"] = representer.digest or ""
        fields["representer_version"] = representer.version
        fields["exercise_version"] = representer.exercise_version
    return fields


def _status_of(record: Record) -> Status:
    """The judge's. Where an exercise has none, the status is unknown, unless every tool failed."""
    if record.judge is not None:
        return record.judge.status
    ran = [tool.status.value for tool in (record.analyzer, record.representer) if tool is not None]
    return Status.INTERNAL_ERROR if set(ran) == {"failed"} else Status.UNKNOWN
