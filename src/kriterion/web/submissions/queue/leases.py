"""Leases: a worker holds what it runs for a while, and renews that while it lives.

When a lease expires, the submission is requeued and nobody is charged: its worker may be cut off
from the database and alive. In that case it does no harm: see `held`.
"""

import logging
import time
from collections.abc import Callable, Collection
from datetime import timedelta

from django.db import connection
from django.db.models import Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import record_death, requeue_attempt
from kriterion.web.submissions.queue.claimed_rows import requeued_row
from kriterion.web.submissions.queue.clock_steps import StepDetector, shorten_pauses
from kriterion.web.submissions.queue.notifications import notify
from kriterion.web.submissions.queue.worker_name import is_gone

LEASE = timedelta(seconds=30)

_log = logging.getLogger(__name__)


def renew(worker: str, submissions: Collection[Submission]) -> None:
    """Extend the leases of a worker's attempts."""
    if submissions:
        _running().filter(_any_of(submissions), worker=worker).update(
            lease_until=clock.after(LEASE)
        )


def regain(submission: Submission) -> bool:
    """Claim a reaped attempt again, if no other attempt has begun since."""
    regained = requeued_row(submission).update(
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


class Reaper:
    """Requeues what workers hold that cannot renew any more.

    An expired lease counts only if its worker could have renewed it: within the last lease, neither
    this process nor, on PostgreSQL, the server was away, and the database's clock was not set.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._steady_since = monotonic()
        self._steps = StepDetector(monotonic)

    def note_gap(self) -> None:
        """Record that the database was away, or that this process stood still."""
        self._steady_since = self._monotonic()

    def reap(self) -> int:
        """Requeue the submissions of dead and silent workers; return their number."""
        if self._steps.has_stepped_forward():
            _log.warning("the clock of the database was set forward")
            self.note_gap()
        _shorten_leases()
        shorten_pauses()
        reaped = 0
        expired = Q(lease_until=None) | Q(lease_until__lt=clock.now())
        running = _running().only("pk", "attempt", "worker", "cancel_asked", "started_at")
        for row in running:
            if is_gone(row.worker):
                reaped += record_death(row)
        if self._monotonic() - self._steady_since < LEASE.total_seconds():
            return reaped
        late = list(running.filter(expired))
        if not late or _is_server_young():
            return reaped
        for row in late:
            # Unless it was renewed since.
            if requeue_attempt(row, only_if=expired):
                reaped += 1
                worker = row.worker or "nobody"
                _log.warning("submission %d: the lease of %s ran out", row.pk, worker)
        return reaped


def _shorten_leases() -> None:
    """End leases within the usual time although the database's clock was set back."""
    too_long = _running().filter(lease_until__gt=clock.after(LEASE))
    if too_long.exists():  # a write would wait for others
        too_long.update(lease_until=clock.after(LEASE))


def _any_of(submissions: Collection[Submission]) -> Q:
    found = Q(pk__in=())
    for each in submissions:
        found |= Q(pk=each.pk, attempt=each.attempt)
    return found


def _running() -> QuerySet[Submission]:
    return Submission.objects.filter(state=SubmissionState.RUNNING)


def _is_server_young() -> bool:
    """Whether the database server was started within the last lease."""
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT now() - pg_postmaster_start_time() < make_interval(secs => %s)",
            [LEASE.total_seconds()],
        )
        return bool(cursor.fetchone()[0])
