"""What a worker holds: the row of a submission, as long as its own attempt is the newest.

Every write of a worker goes through this, so one that was thought dead does no harm.
"""

from django.db.models import QuerySet

from kriterion.store.models import Submission, SubmissionState

_WAITING = (SubmissionState.QUEUED, SubmissionState.BLOCKED)


def held(submission: Submission) -> QuerySet[Submission]:
    """The row as it was taken; empty when it is not running as that attempt any more."""
    return _same_attempt(submission).filter(state=SubmissionState.RUNNING)


def newest(submission: Submission) -> QuerySet[Submission]:
    """The row while no other attempt has begun and it is not over, even if its lease ran out."""
    return _same_attempt(submission).filter(state__in=(SubmissionState.RUNNING, *_WAITING))


def waiting_again(submission: Submission) -> QuerySet[Submission]:
    """The row if it was put back and no other attempt has begun."""
    return _same_attempt(submission).filter(state__in=_WAITING)


def _same_attempt(submission: Submission) -> QuerySet[Submission]:
    return Submission.objects.filter(pk=submission.pk, attempt=submission.attempt)
