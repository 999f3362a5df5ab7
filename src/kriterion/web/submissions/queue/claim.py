"""Claim the next submission in the queue for one worker."""

from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import (
    FeedbackBatch,
    Loss,
    Priority,
    Submission,
    SubmissionState,
)
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.inability import NOTHING, Exclusion
from kriterion.web.submissions.queue.notifications import notify

# A background submission that has waited this long may precede interactive ones.
PATIENCE = timedelta(seconds=60)


def claim_next(
    worker: str,
    *,
    background: bool = True,
    background_first: bool = False,
    suspects: bool = True,
    exclude: Exclusion = NOTHING,
) -> Submission | None:
    """Claim the next submission as a new attempt of that worker; None if none is queued.

    Interactive submissions come first. `background` allows background ones; with
    `background_first`, one that has waited for PATIENCE precedes all. `suspects` allows submissions
    that a process died with. `exclude` holds what the worker cannot assess.
    """
    ready = _select_claimable(exclude, suspects=suspects)
    # Read first: with an empty queue, no lock is taken.
    if _choose(ready, background, background_first) is None:
        return None
    with write_transaction():
        # PostgreSQL locks the row and skips rows that others are claiming. SQLite has one writer,
        # which owns the whole transaction (transaction_mode IMMEDIATE).
        locked = ready.select_for_update(skip_locked=True, of=("self",))
        chosen = _choose(locked, background, background_first)
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
        claimed = Submission.objects.select_related("activity__repository").get(pk=chosen)
        if claimed.attempt > 1:
            FeedbackBatch.objects.filter(submission=claimed).delete()
    notify(claimed.pk)
    return claimed


def has_claimable(
    *, background: bool = True, suspects: bool = True, exclude: Exclusion = NOTHING
) -> bool:
    """Whether a submission can be claimed."""
    ready = _select_claimable(exclude, suspects=suspects)
    return _choose(ready, background, background_first=False) is not None


def is_suspect(claimed: Submission) -> bool:
    """Whether a process died while it ran this submission, which may be the cause."""
    return claimed.attempt > 1 and Loss.objects.filter(submission=claimed).exists()


def _select_claimable(exclude: Exclusion, *, suspects: bool) -> QuerySet[Submission]:
    """Return the queued submissions that may be claimed."""
    ready = Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(not_before=None) | Q(not_before__lte=clock.now())
    )
    if exclude.activities:
        ready = ready.exclude(activity__in=exclude.activities)
    if exclude.repositories:
        ready = ready.exclude(activity__repository__in=exclude.repositories)
    if not suspects:
        ready = ready.exclude(Exists(Loss.objects.filter(submission=OuterRef("pk"))))
    return ready


def _choose(ready: QuerySet[Submission], background: bool, background_first: bool) -> int | None:
    """Return the id of the submission to claim next, or None."""
    interactive = ready.filter(priority=Priority.INTERACTIVE)
    background_ones = ready.filter(priority=Priority.BACKGROUND)
    choices = [interactive, background_ones] if background else [interactive]
    if background_first:
        choices = [background_ones.filter(created_at__lt=clock.before(PATIENCE)), *choices]
    return next(filter(None, map(_find_first_id, choices)), None)


def _find_first_id(ready: QuerySet[Submission]) -> int | None:
    return ready.order_by("priority", "turn", "pk").values_list("pk", flat=True).first()
