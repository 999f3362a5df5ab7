"""The row of a submission, as long as a worker's attempt is the newest.

Every write of a worker goes through this, so a worker that was presumed dead does no harm.
"""

from django.db.models import QuerySet
from django.db.models.expressions import Combinable

from kriterion.web.submissions.models import Submission, SubmissionState

_WAITING = (SubmissionState.QUEUED, SubmissionState.BLOCKED)


def select_claimed_row(submission: Submission) -> QuerySet[Submission]:
    """Return the row as it was claimed; empty if it no longer runs as that attempt."""
    return _select_attempt_row(submission).filter(state=SubmissionState.RUNNING)


def select_running_attempt(pk: Combinable, attempt: Combinable) -> QuerySet[Submission]:
    """Select a submission while it runs as this attempt."""
    return Submission.unlimited.filter(pk=pk, attempt=attempt, state=SubmissionState.RUNNING)


def select_newest_attempt(pk: Combinable, attempt: Combinable) -> QuerySet[Submission]:
    """Select a submission while this attempt is its newest and not over, even without a lease."""
    rows = Submission.unlimited.filter(pk=pk, attempt=attempt)
    return rows.filter(state__in=(SubmissionState.RUNNING, *_WAITING))


def select_requeued_row(submission: Submission) -> QuerySet[Submission]:
    """Return the row if it was requeued and no other attempt has begun."""
    return _select_attempt_row(submission).filter(state__in=_WAITING)


def _select_attempt_row(submission: Submission) -> QuerySet[Submission]:
    return Submission.objects.filter(pk=submission.pk, attempt=submission.attempt)
