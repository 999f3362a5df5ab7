"""Cancel submissions: queued ones at once, running ones as soon as their worker notices."""

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.database import database_clock as clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import FeedbackBatch, Submission, SubmissionState
from kriterion.web.submissions.queue.offers import withdraw


def cancel(submission: Submission, by: User) -> bool:
    """Cancel a submission; return False if it is already over.

    The audit log gets an entry if `by` is not its author.

    The caller checks permission.
    """
    with write_transaction():
        # Lock the row first: it may be claimed or requeued between the two updates.
        row = Submission.objects.filter(pk=submission.pk)
        row.select_for_update(no_key=True).values_list("pk").first()
        queued = row.filter(state__in=(SubmissionState.QUEUED, SubmissionState.BLOCKED)).update(
            state=SubmissionState.CANCELLED, finished_at=clock.now()
        )
        running = row.filter(state=SubmissionState.RUNNING).update(cancel_asked=True)
        if queued:  # of an earlier attempt
            FeedbackBatch.objects.filter(submission=submission).delete()
    if not queued and not running:
        return False
    if by.pk != submission.user_id:
        AuditEntry.objects.create(
            actor=by,
            actor_name=by.username,
            action="submission.cancel",
            object_kind="submission",
            object_id=str(submission.pk),
            object_name=f"{submission.user.username}: {submission.activity}"[:300],
        )
    withdraw(submission.pk)
    return True
