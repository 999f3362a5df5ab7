"""What a worker holds: the row of a submission, as long as its own attempt is the one that runs."""

from django.db.models import QuerySet

from kriterion.store.models import Submission, SubmissionState


def held(submission: Submission) -> QuerySet[Submission]:
    """The row as it was taken; empty when somebody else has taken it since, or it is over.

    Every write of a worker goes through this, so one that was thought dead does no harm.
    """
    return Submission.objects.filter(
        pk=submission.pk, attempt=submission.attempt, state=SubmissionState.RUNNING
    )
