"""Cancelling: what waits is cancelled at once, what runs as soon as its worker sees it."""

from kriterion.store.models import AuditEntry, FeedbackBatch, Submission, SubmissionState, User
from kriterion.work import clock
from kriterion.work.engine import current_engine


def cancel(submission: Submission, by: User) -> bool:
    """Cancel a submission; False when it is over already. Other people's is told in the audit log.

    Whether the user may do so is for the caller to know.
    """
    row = Submission.objects.filter(pk=submission.pk)
    queued = row.filter(state__in=(SubmissionState.QUEUED, SubmissionState.BLOCKED)).update(
        state=SubmissionState.CANCELLED, finished_at=clock.now()
    )
    running = 0 if queued else row.filter(state=SubmissionState.RUNNING).update(cancel_asked=True)
    if not queued and not running:
        return False
    if queued:  # an earlier attempt may have left some
        FeedbackBatch.objects.filter(submission=submission).delete()
    if by.pk != submission.user_id:
        AuditEntry.objects.create(
            actor=by,
            actor_name=by.username,
            action="submission.cancel",
            object_kind="submission",
            object_id=str(submission.pk),
            object_name=f"{submission.user.username}: {submission.activity}"[:300],
        )
    current_engine().cancel(submission.pk)
    return True
