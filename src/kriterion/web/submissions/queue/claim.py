"""Claim the next submission in the queue for one worker."""

from datetime import timedelta

from django.db.models import F, Q, QuerySet

from kriterion.web.database import clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import FeedbackBatch, Priority, Submission, SubmissionState
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion
from kriterion.web.submissions.queue.notifications import notify

# A background submission that has waited this long is served now and then, whoever else waits.
PATIENCE = timedelta(seconds=60)


def claim_next(
    worker: str,
    *,
    background: bool = True,
    background_first: bool = False,
    exclude: Exclusion = NOTHING,
) -> Submission | None:
    """Claim the next submission as a new attempt of that worker; None if none is queued.

    Interactive ones come first. `background` allows background ones; with `background_first`, one
    of them that has waited long precedes all. `exclude` is what the worker cannot assess.
    """
    if _choose(background, background_first, exclude) is None:  # without blocking writers
        return None
    with write_transaction():
        # PostgreSQL locks the row and skips rows that others are claiming. SQLite has one writer,
        # which owns the whole transaction (transaction_mode IMMEDIATE).
        chosen = _choose(background, background_first, exclude, lock=True)
        if chosen is None:
            return None
        Submission.objects.filter(pk=chosen).update(
            state=SubmissionState.RUNNING,
            attempt=F("attempt") + 1,
            changes=0,
            worker=worker,
            lease_until=clock.after(leases.LEASE),
            started_at=clock.now(),
            not_before=None,
        )
        taken = Submission.objects.select_related("activity__repository").get(pk=chosen)
        if taken.attempt > 1:
            FeedbackBatch.objects.filter(submission=taken).delete()
    notify(taken.pk)
    return taken


def has_claimable(*, background: bool = True, exclude: Exclusion = NOTHING) -> bool:
    """Whether a submission can be claimed."""
    return _choose(background, background_first=False, exclude=exclude) is not None


def _choose(
    background: bool, background_first: bool, exclude: Exclusion, *, lock: bool = False
) -> int | None:
    """Return the id of the next one, or None."""
    ready = Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(not_before=None) | Q(not_before__lte=clock.now())
    )
    if exclude.activities:
        ready = ready.exclude(activity__in=exclude.activities)
    if exclude.repositories:
        ready = ready.exclude(activity__repository__in=exclude.repositories)
    if lock:
        ready = ready.select_for_update(skip_locked=True, of=("self",))
    live = ready.filter(priority=Priority.INTERACTIVE)
    patient = ready.filter(priority=Priority.BACKGROUND)
    choices = [live, patient] if background else [live]
    if background_first:
        choices = [patient.filter(created_at__lt=clock.before(PATIENCE)), *choices]
    return next(filter(None, map(_first, choices)), None)


def _first(ready: QuerySet[Submission]) -> int | None:
    return ready.order_by("priority", "turn", "pk").values_list("pk", flat=True).first()
