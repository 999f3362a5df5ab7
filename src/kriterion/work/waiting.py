"""How long somebody has to wait, as far as anybody can tell."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from kriterion.store.models import Submission, SubmissionState


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """How many come before a submission, and when it is expected to begin; None: nobody knows."""

    ahead: int
    expected_seconds: float | None


def waiting(submission: Submission) -> Waiting:
    """What a submission in the queue still waits for."""
    return Waiting(ahead=ahead_of(submission).count(), expected_seconds=None)


def ahead_of(submission: Submission) -> QuerySet[Submission]:
    """Those that will be taken before it, as things are."""
    mine = submission
    return Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(priority__lt=mine.priority)
        | Q(priority=mine.priority, turn__lt=mine.turn)
        | Q(priority=mine.priority, turn=mine.turn, id__lt=mine.pk)
    )
