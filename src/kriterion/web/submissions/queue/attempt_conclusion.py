"""End an attempt: with a verdict, cancelled, requeued, or failed.

Each function writes only while the attempt is the newest, and returns whether it wrote.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils import timezone

from kriterion.assessment.assessment_record import AssessmentRecord, RepresenterStatus
from kriterion.assessment.soft_block import collect_demands
from kriterion.feedback.automatic_comments import list_automatic_comments
from kriterion.feedback.test_outcomes import list_test_outcomes
from kriterion.web.catalog.models import Activity
from kriterion.web.database import database_clock as clock
from kriterion.web.database.statement import (
    Statement,
    compile_insert,
    compile_once,
    make_parameter,
    write_update,
)
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.notifications.models import NotificationKind
from kriterion.web.notifications.outbox import send_notification, wants_results
from kriterion.web.submissions.models import (
    Assessment,
    FeedbackBatch,
    Loss,
    Priority,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue.claimed_rows import select_claimed_row, select_newest_attempt
from kriterion.web.submissions.queue.comment_index import store_comments
from kriterion.web.submissions.queue.failure_notices import notify_of_failure
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.offers import offer
from kriterion.web.submissions.queue.test_index import store_tests
from kriterion_tools.contracts.dodona_judge.statuses import Status

# Pauses after each failure of the machine; after one more failure, the submission has failed.
BACK_OFF = (timedelta(seconds=1), timedelta(seconds=5), timedelta(seconds=25))
# A submission may itself kill the processes that run it: it fails after this many losses.
MAX_LOSSES = 3
_MAX_POINTS = 2**31 - 1  # the largest integer of the columns

UNCLAIMED = {"worker": "", "lease_until": None}
_ANY_ROW = Q()
_SUMMARY_COLUMNS = (
    "status",
    "accepted",
    "summary",
    "earned",
    "possible",
    "essential",
    "suggestions",
    "tags",
    "digest",
    "representer_version",
    "exercise_version",
)


def finish(
    submission: Submission,
    record: AssessmentRecord,
    *,
    seconds: float | None = None,
    versions: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Store the result of an attempt; `seconds` is its duration, None to compute it from the clock.

    `versions` are those of the judge, the exercise and the tools that made it. The submission has
    its result afterwards.

    The result counts even after the lease expired, as long as no other attempt has begun.
    """
    # Outside the transaction, as reading comments may take long.
    columns, document = make_summary_columns(record), Assessment.packed(record)
    comments, tests = list_automatic_comments(record), list_test_outcomes(record.judge)
    ended_at = _find_end(submission, seconds)
    with write_transaction():
        finished = _compile_finish(ended_at is not None, submission.started_at is not None).fetch(
            submission=submission.pk,
            attempt=submission.attempt,
            started_at=submission.started_at,
            finished_at=ended_at,
            **columns,
        )
        if finished:
            _compile_assessment().execute(
                submission=submission.pk,
                attempt=submission.attempt,
                made_at=timezone.now(),
                versions=dict(versions),
                comments_stored=True,
                document=document,
            )
            # The first attempt finds nothing to replace.
            if comments or submission.attempt > 1:
                store_comments(submission.pk, submission.course_id, comments)
            if tests or submission.attempt > 1:
                store_tests(submission.pk, submission.activity_id, tests)
            _notify_of_result(submission)
            changes = finished[0][0]
            if changes:  # older batches were deleted when the submission was claimed
                FeedbackBatch.objects.filter(submission=submission).delete()
    if not finished:
        return False
    _add_result(submission, columns, ended_at, document)
    notify(submission.pk)
    return True


def _add_result(
    submission: Submission,
    columns: Mapping[str, object],
    ended_at: datetime | None,
    document: bytes,
) -> None:
    """Update the object as its row was updated, and cache the stored assessment on it."""
    fields = {**columns, **UNCLAIMED, "state": SubmissionState.FINISHED, "finished_at": ended_at}
    for name, value in {**fields, "not_before": None, "failure": ""}.items():
        setattr(submission, name, value)
    if ended_at is None:
        submission.refresh_from_db(fields=["finished_at"])
    Assessment(submission=submission, attempt=submission.attempt, document=document)


def _find_end(submission: Submission, seconds: float | None) -> datetime | None:
    """Return when an attempt of this duration ended; None if the database's clock says so."""
    if submission.started_at is None or seconds is None:
        return None
    return submission.started_at + timedelta(seconds=seconds)


@compile_once
def _compile_finish(has_end: bool, has_start: bool) -> Statement:
    """Compile the statement that finishes an attempt and returns its number of changes."""
    names = ("started_at", *_SUMMARY_COLUMNS)
    ended_at: Combinable = clock.now_or_later("started_at") if has_start else clock.now()
    if has_end:
        ended_at = make_parameter(Submission, "finished_at")
    sql, parameters = write_update(
        select_newest_attempt(
            make_parameter(Submission, "id", "submission"),
            make_parameter(Submission, "attempt"),
        ),
        {
            "state": SubmissionState.FINISHED,
            "finished_at": ended_at,
            "not_before": None,
            "failure": "",
            **UNCLAIMED,
            **{name: make_parameter(Submission, name) for name in names},
        },
    )
    changes = connection.ops.quote_name(str(Submission._meta.get_field("changes").column))
    return Statement(f"{sql} RETURNING {changes}", parameters)


@compile_once
def _compile_assessment() -> Statement:
    names = ("submission", "attempt", "made_at", "versions", "comments_stored", "document")
    return compile_insert(Assessment, names, unique=("submission",), kept=("submission", "made_at"))


def end_cancelled(submission: Submission, *, only_if: Q = _ANY_ROW) -> bool:
    """Mark a running attempt as cancelled if its row matches `only_if`; return whether it did."""
    with write_transaction():
        ended = (
            select_claimed_row(submission)
            .filter(only_if)
            .update(state=SubmissionState.CANCELLED, finished_at=_end_time(submission), **UNCLAIMED)
        )
        if ended:
            FeedbackBatch.objects.filter(submission=submission).delete()
    notify(submission.pk)
    return bool(ended)


def end_if_cancelled(submission: Submission, *, only_if: Q = _ANY_ROW) -> bool:
    """End an attempt whose cancellation was requested.

    Call it after a write that skips such attempts: a check before the write could miss a
    cancellation in between.
    """
    return end_cancelled(submission, only_if=only_if & Q(cancel_asked=True))


def requeue_attempt(
    submission: Submission, *, after: timedelta | None = None, only_if: Q = _ANY_ROW
) -> bool:
    """Requeue an attempt: it keeps its turn, and no failure is counted.

    It is not claimed before `after` has passed. If its cancellation was requested, cancel it
    instead. Either happens only if the row matches `only_if`.
    """
    with write_transaction():
        requeued = (
            select_claimed_row(submission)
            .filter(only_if, cancel_asked=False)
            .update(
                state=SubmissionState.QUEUED,
                started_at=None,
                not_before=None if after is None else clock.after(after),
                **UNCLAIMED,
            )
        )
        if requeued and after is None:
            offer(submission.priority)
    if not requeued:
        return end_if_cancelled(submission, only_if=only_if)
    notify(submission.pk)
    return True


def record_failure(submission: Submission, failure: str) -> bool:
    """Count a failure of the machine, and retry after a pause or, after the last pause, give up.

    `failure` describes it for administrators. If the submission's cancellation was requested,
    cancel it instead.
    """
    failures = submission.failures + 1
    failure_fields: dict[str, Any] = {"failures": failures, "failure": make_storable(failure)}
    if failures > len(BACK_OFF):
        is_charged = _charge(submission, state=SubmissionState.FAILED, **failure_fields)
    else:
        pause = clock.after(BACK_OFF[failures - 1])
        is_charged = _charge(
            submission, state=SubmissionState.QUEUED, not_before=pause, **failure_fields
        )
    return is_charged or end_if_cancelled(submission)


def record_death(submission: Submission, *, is_silent: bool = False, only_if: Q = _ANY_ROW) -> bool:
    """Record the loss of a submission whose process died, and requeue it without a pause.

    `is_silent`: the process is presumed dead, because its lease has expired. The submission fails
    at the third loss. If its cancellation was requested, cancel it instead. Either happens only if
    the row matches `only_if`.
    """
    with write_transaction():
        losses = Loss.objects.filter(submission=submission).count() + 1
        state = SubmissionState.FAILED if losses >= MAX_LOSSES else SubmissionState.QUEUED
        message = f"the worker {submission.worker} died"
        if is_silent:
            message = f"the worker {submission.worker} died, or was cut off from the database"
        if losses > 1:
            message = f"{losses} workers died while they ran this, the last was {submission.worker}"
        lost = _charge(
            submission,
            state=state,
            only_if=only_if,
            failure=make_storable(message),
            not_before=None,
        )
        if lost:
            Loss.objects.create(
                submission=submission,
                attempt=submission.attempt,
                worker=submission.worker,
                is_silent=is_silent,
            )
    return lost or end_if_cancelled(submission, only_if=only_if)


def _charge(
    submission: Submission, *, state: SubmissionState, only_if: Q = _ANY_ROW, **fields: object
) -> bool:
    """Requeue or fail a submission, and store its new counts of failures or losses, in `fields`.

    Return False without writing if its cancellation was requested.
    """
    is_over = state == SubmissionState.FAILED
    ended = {"finished_at": _end_time(submission)} if is_over else {"started_at": None}
    with write_transaction():
        uncancelled = select_claimed_row(submission).filter(only_if, cancel_asked=False)
        charged = uncancelled.update(state=state, **UNCLAIMED, **ended, **fields)
        if charged and is_over:
            FeedbackBatch.objects.filter(submission=submission).delete()
            notify_of_failure(submission, str(fields.get("failure", "")))
        if charged and not is_over and fields.get("not_before") is None:
            offer(submission.priority)
    transaction.on_commit(lambda: notify(submission.pk))
    return bool(charged)


def _notify_of_result(submission: Submission) -> None:
    """Notify a student who asked for it, unless the submission runs in the background."""
    if submission.priority != Priority.INTERACTIVE or not wants_results(submission.user_id):
        return
    send_notification(
        submission.user_id,
        NotificationKind.RESULT,
        address=reverse("submission", args=[submission.pk]),
        activity=Activity.objects.select_related("repository").get(pk=submission.activity_id),
    )


def _end_time(submission: Submission) -> Combinable:
    """Return now, but never before the attempt began."""
    if submission.started_at is None:
        return clock.now()
    return clock.now_or_later("started_at")


def make_summary_columns(record: AssessmentRecord) -> dict[str, object]:
    """Return the values for _SUMMARY_COLUMNS, which lists and searches read."""
    judge, analyzer, representer = record.judge, record.analyzer, record.representer
    demands = collect_demands(analyzer)
    fields: dict[str, object] = {
        "status": _derive_status(record),
        "accepted": judge is not None and judge.accepted,
        "summary": "" if judge is None else make_storable(judge.summary or ""),
        "earned": None if record.points is None else _limit_points(record.points.earned),
        "possible": None if record.points is None else _limit_points(record.points.possible),
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


def _limit_points(points: int | None) -> int | None:
    """Limit points to the range of the column: an author may declare any maximum."""
    return None if points is None else max(-_MAX_POINTS, min(points, _MAX_POINTS))


def _derive_status(record: AssessmentRecord) -> Status:
    """Return the judge's status; without a judge UNKNOWN, unless every tool failed."""
    if record.judge is not None:
        return record.judge.status
    ran = [tool.status.value for tool in (record.analyzer, record.representer) if tool is not None]
    return Status.INTERNAL_ERROR if set(ran) == {"failed"} else Status.UNKNOWN
