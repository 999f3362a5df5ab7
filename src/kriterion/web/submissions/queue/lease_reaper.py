"""Queue the attempts of workers that died or are silent: for work besides submissions."""

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.worker_name import is_gone

REAP_SECONDS = 15.0

_Row = TypeVar("_Row", bound=Model)
_log = logging.getLogger(__name__)


class LeaseReaper(Generic[_Row]):
    """Looks for attempts whose worker can no longer renew its lease.

    The rows that `list_running` returns have a `worker` and a `lease_until`. An expired lease
    counts only if this process has looked regularly for the length of a lease. A mistake costs a
    second run, never a result: writes name their attempt.
    """

    def __init__(
        self,
        monotonic: Callable[[], float],
        *,
        list_running: Callable[[], QuerySet[_Row]],
        record_death: Callable[[_Row], bool],
        give_back: Callable[[_Row], bool],
    ) -> None:
        self._monotonic = monotonic
        self._looked_at = self._reaped_at = self._steady_since = monotonic()
        self._list_running = list_running
        self._record_death = record_death
        self._give_back = give_back

    def look(self) -> None:
        """Reap if that is due."""
        now = self._monotonic()
        if now - self._looked_at > leases.LEASE.total_seconds() / 3:
            self._steady_since = now
        self._looked_at = now
        if now - self._reaped_at >= REAP_SECONDS:
            self._reaped_at = now
            self.reap()

    def reap(self) -> int:
        """Queue the rows of dead and silent workers; return their number."""
        running = self._list_running()
        rows = list(running)
        if not rows:
            return 0
        dead = [row for row in rows if is_gone(_find_worker(row))]
        reaped = sum(self._record_death(row) for row in dead)
        if self._monotonic() - self._steady_since < leases.LEASE.total_seconds():
            return reaped
        latest = clock.after(leases.LEASE)  # a later end was set before the clock was set back
        for row in running.filter(Q(lease_until__lt=clock.now()) | Q(lease_until__gt=latest)):
            if self._give_back(row):
                reaped += 1
                kind = row._meta.verbose_name
                _log.warning("%s %s: the lease of %s has expired", kind, row.pk, _find_worker(row))
        return reaped


def _find_worker(row: Model) -> str:
    return str(getattr(row, "worker"))  # noqa: B009  # no type for rows with this column
