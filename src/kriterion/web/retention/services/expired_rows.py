"""What each kind of sweep finds in a window of rows, and how it removes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Model, Q, QuerySet

from kriterion.web.audit.models import AuditEntry
from kriterion.web.database import database_clock as clock
from kriterion.web.experiments.models import Experiment, ExperimentState
from kriterion.web.notifications.models import Notification
from kriterion.web.rejudging.models import Proposal, RejudgingState
from kriterion.web.retention.models import RetentionKind
from kriterion.web.submissions.models import (
    FeedbackBatch,
    PastAssessment,
    RenderedFeedback,
    SubmissionState,
)

_OVER = (SubmissionState.FINISHED, SubmissionState.CANCELLED, SubmissionState.FAILED)
_UNDER_WAY = (ExperimentState.QUEUED, ExperimentState.RUNNING)
_CLOSED = (RejudgingState.APPLIED, RejudgingState.DISCARDED)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExpiredRows:
    """The rows of a kind: `find_expired` filters by age, `remove` returns how many it removed.

    `is_in_order`: rows with higher ids are newer, so that a sweep ends at the first new one.
    """

    model: type[Model]
    find_expired: Callable[[QuerySet[Any], timedelta], QuerySet[Any]]
    remove: Callable[[QuerySet[Any]], int]
    is_in_order: bool = False


def _delete(rows: QuerySet[Any]) -> int:
    """Delete rows; return their number, without the rows that are deleted because of them."""
    _all, by_model = rows.delete()
    return by_model.get(rows.model._meta.label, 0)


def _empty_documents(rows: QuerySet[Any]) -> int:
    return rows.update(document=b"")


def _find_past_assessments(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(replaced_at__lt=clock.before(age)).exclude(document=b"")


def _find_proposals(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(rejudging__state__in=_CLOSED, rejudging__created_at__lt=clock.before(age))


def _find_live_feedback(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(submission__state__in=_OVER, submission__finished_at__lt=clock.before(age))


def _find_renderings(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(submission__finished_at__lt=clock.before(age))


def _find_entries(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(at__lt=clock.before(age))


def _find_notifications(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    waits = Q(mail__isnull=False, mail__sent_at=None, mail__failed_at=None)
    return rows.filter(created_at__lt=clock.before(age)).exclude(waits)


def _find_experiments(rows: QuerySet[Any], age: timedelta) -> QuerySet[Any]:
    return rows.filter(created_at__lt=clock.before(age)).exclude(state__in=_UNDER_WAY)


EXPIRED_ROWS: Mapping[RetentionKind, ExpiredRows] = {
    RetentionKind.PAST_ASSESSMENTS: ExpiredRows(
        model=PastAssessment, find_expired=_find_past_assessments, remove=_empty_documents
    ),
    RetentionKind.REJUDGINGS: ExpiredRows(
        model=Proposal, find_expired=_find_proposals, remove=_delete
    ),
    RetentionKind.LIVE_FEEDBACK: ExpiredRows(
        model=FeedbackBatch, find_expired=_find_live_feedback, remove=_delete
    ),
    RetentionKind.RENDERINGS: ExpiredRows(
        model=RenderedFeedback, find_expired=_find_renderings, remove=_delete
    ),
    RetentionKind.AUDIT_LOG: ExpiredRows(
        model=AuditEntry, find_expired=_find_entries, remove=_delete, is_in_order=True
    ),
    RetentionKind.NOTIFICATIONS: ExpiredRows(
        model=Notification, find_expired=_find_notifications, remove=_delete
    ),
    RetentionKind.EXPERIMENTS: ExpiredRows(
        model=Experiment, find_expired=_find_experiments, remove=_delete
    ),
}
