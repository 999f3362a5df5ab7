"""Queue the proposals of workers that died or are silent again."""

import logging
from collections.abc import Callable

from django.db.models import Q

from kriterion.web.database import database_clock as clock
from kriterion.web.rejudging.models import Proposal, ProposalState
from kriterion.web.rejudging.services.dry_run import give_back, record_death
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.worker_name import is_gone

REAP_SECONDS = 2.0

_log = logging.getLogger(__name__)


class ProposalReaper:
    """Looks for attempts whose worker can no longer renew its lease.

    An expired lease counts only if this process has looked regularly for the length of a lease. A
    mistake costs a second run, never a result: writes name their attempt.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._looked_at = self._reaped_at = self._steady_since = monotonic()

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
        """Queue the proposals of dead and silent workers; return their number."""
        running = Proposal.objects.filter(state=ProposalState.RUNNING).defer("document")
        dead = [row for row in running if is_gone(row.worker)]
        reaped = sum(record_death(row) for row in dead)
        if self._monotonic() - self._steady_since < leases.LEASE.total_seconds():
            return reaped
        latest = clock.after(leases.LEASE)  # a later end was set before the clock was set back
        for row in running.filter(Q(lease_until__lt=clock.now()) | Q(lease_until__gt=latest)):
            if give_back(row):
                reaped += 1
                _log.warning("proposal %d: the lease of %s has expired", row.pk, row.worker)
        return reaped
