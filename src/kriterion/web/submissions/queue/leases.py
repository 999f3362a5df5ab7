"""Leases: a worker's claim on what it runs, which expires unless the worker renews it.

When a lease expires, the submission is requeued, and a loss is recorded: it may be what killed its
worker. The worker may also be alive and cut off from the database. Then its writes have no effect
once another attempt has begun (see `claimed_rows`), and it deletes the loss when it is back.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import timedelta

from django.db import connection
from django.db.models import Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Loss, Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import record_death, requeue_attempt
from kriterion.web.submissions.queue.claimed_rows import select_requeued_row
from kriterion.web.submissions.queue.clock_steps import StepDetector, shorten_pauses
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.worker_name import is_gone, name_this_worker

# When a machine dies, others claim its submissions after LEASE and REAP_SECONDS.
LEASE = timedelta(seconds=12)
RENEW_SECONDS = 2.0
REAP_SECONDS = 2.0
IDLE_REAP_SECONDS = 5.0  # while nothing runs anywhere: a lease that begins then lasts longer
PAUSES_SECONDS = 30.0  # between checks of pauses, which only a step of the clock makes too long

_log = logging.getLogger(__name__)


def renew(worker: str, submissions: Collection[Submission]) -> None:
    """Extend the leases of a worker's attempts."""
    if submissions:
        _select_running_submissions().filter(_match_any(submissions), worker=worker).update(
            lease_until=clock.after(LEASE)
        )


def reclaim(submission: Submission) -> bool:
    """Claim a reaped attempt again, if no other attempt has begun since."""
    regained = select_requeued_row(submission).update(
        state=SubmissionState.RUNNING,
        worker=submission.worker,
        lease_until=clock.after(LEASE),
        started_at=submission.started_at,
        not_before=None,
        failure="",
        summary="",
    )
    if regained:
        notify(submission.pk)
    return bool(regained)


def clear_silences(worker: str) -> None:
    """Delete the losses of a worker that was presumed dead: it is alive."""
    Loss.objects.filter(worker=worker, is_silent=True).delete()


class Reaper:
    """Requeues the submissions of workers that can no longer renew their leases.

    An expired lease counts only if its worker could have renewed it: for the length of a lease,
    this process has run and reached the database, PostgreSQL was not restarted, and the database's
    clock was not set.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._steady_since = monotonic()
        self._steps = StepDetector(monotonic)
        self._pauses_at = float("-inf")
        self.pause_seconds = REAP_SECONDS  # until it is worth reaping again

    def note_gap(self) -> None:
        """Record that the database could not be reached, or that this process was suspended."""
        self._steady_since = self._monotonic()

    def reap(self) -> int:
        """Requeue the submissions of dead and silent workers; return their number."""
        if self._monotonic() - self._pauses_at >= PAUSES_SECONDS:
            self._pauses_at = self._monotonic()
            shorten_pauses()
        running = _select_running_submissions().only(
            "pk", "attempt", "worker", "cancel_asked", "started_at"
        )
        rows = list(running)
        self.pause_seconds = REAP_SECONDS if rows else IDLE_REAP_SECONDS
        if not rows:
            return 0
        if self._steps.has_stepped_forward():
            _log.warning("the clock of the database was set forward")
            self.note_gap()
        _shorten_leases()
        reaped = sum(record_death(row) for row in rows if is_gone(row.worker))
        expired = Q(lease_until=None) | Q(lease_until__lt=clock.now())
        if self._monotonic() - self._steady_since < LEASE.total_seconds():
            return reaped
        overdue = list(running.filter(expired))
        if not overdue or _is_server_young():
            return reaped
        for row in overdue:
            if _requeue_overdue(row, expired):
                reaped += 1
                worker = row.worker or "an unknown worker"
                _log.warning("submission %d: the lease of %s has expired", row.pk, worker)
        return reaped


def _requeue_overdue(row: Submission, expired: Q) -> bool:
    """Requeue an attempt unless its lease was renewed meanwhile; return whether it was requeued."""
    if row.worker in ("", name_this_worker()):  # a lease of this process, which is alive
        return requeue_attempt(row, only_if=expired)
    return record_death(row, is_silent=True, only_if=expired)


def _shorten_leases() -> None:
    """Shorten leases that became too long when the database's clock was set back."""
    too_long = _select_running_submissions().filter(lease_until__gt=clock.after(LEASE))
    if too_long.exists():  # an update would wait for other writers
        too_long.update(lease_until=clock.after(LEASE))


def _match_any(submissions: Collection[Submission]) -> Q:
    attempts = Q(pk__in=())
    for submission in submissions:
        attempts |= Q(pk=submission.pk, attempt=submission.attempt)
    return attempts


def _select_running_submissions() -> QuerySet[Submission]:
    return Submission.objects.filter(state=SubmissionState.RUNNING)


def _is_server_young() -> bool:
    """Whether the database server was started less than a lease ago."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT now() - pg_postmaster_start_time() < make_interval(secs => %s)",
            [LEASE.total_seconds()],
        )
        return bool(cursor.fetchone()[0])
