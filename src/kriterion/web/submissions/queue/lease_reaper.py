"""Queue the attempts of workers that died or are silent: for work besides submissions.

A row of such work counts in `losses` the processes that died while running it, and in `silences`
the workers that let its lease expire; `silent_worker` is the last of these. As for submissions, a
silence no longer counts if the worker turns out to be alive.
"""

import logging
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import F, Model, Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.worker_name import is_gone, name_this_worker

REAP_SECONDS = 30.0
# No process died during this work, and at most one worker fell silent. Two would be suspicious.
UNSUSPICIOUS = Q(losses=0, silences__lt=2)
NO_LOSSES: dict[str, Any] = {"losses": 0, "silences": 0, "silent_worker": ""}

_Row = TypeVar("_Row", bound=Model)
_Row_contra = TypeVar("_Row_contra", bound=Model, contravariant=True)
_log = logging.getLogger(__name__)


class LosableWork(Protocol):
    """The columns of a row that count losses."""

    worker: str
    losses: int
    silences: int


class RecordLoss(Protocol[_Row_contra]):
    """Counts a loss of an attempt, if its row matches `only_if`, and returns whether it did.

    `is_silent`: the worker is only presumed dead, because its lease has expired.
    """

    def __call__(
        self, row: _Row_contra, /, *, is_silent: bool = False, only_if: Q = ...
    ) -> bool: ...


def is_suspect(row: LosableWork) -> bool:
    """Whether this work may have killed a process: the opposite of UNSUSPICIOUS."""
    return row.losses > 0 or row.silences > 1


def count_loss(row: LosableWork, *, is_silent: bool) -> tuple[int, dict[str, Any], str]:
    """Return the number of losses including this one, the changed columns, and a description."""
    number = row.losses + row.silences + 1
    message = f"the worker {row.worker} died"
    if is_silent:
        message = f"the worker {row.worker} died, or was cut off from the database"
    if number > 1:
        message = f"{number} workers died while they ran this, the last was {row.worker}"
    if is_silent:
        return number, {"silences": row.silences + 1, "silent_worker": row.worker}, message
    return number, {"losses": row.losses + 1}, message


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
        record_death: RecordLoss[_Row],
        requeue: Callable[[_Row], bool],
    ) -> None:
        """`requeue` requeues an attempt of this process, which is alive, without a loss."""
        self._monotonic = monotonic
        self._looked_at = self._reaped_at = self._steady_since = monotonic()
        self._list_running = list_running
        self._record_death = record_death
        self._requeue = requeue

    def reap_if_due(self) -> None:
        """Reap if that is due. Call it after the leases of this process were renewed."""
        now = self._monotonic()
        if now - self._looked_at > leases.LEASE.total_seconds() / 3:
            self._steady_since = now
            self.clear_silences(name_this_worker())
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
        expired = Q(lease_until__lt=clock.now()) | Q(lease_until__gt=latest)
        for row in running.filter(expired):
            if self._requeue_overdue(row, expired):
                reaped += 1
                kind = row._meta.verbose_name
                _log.warning("%s %s: the lease of %s has expired", kind, row.pk, _find_worker(row))
        return reaped

    def clear_silences(self, worker: str) -> None:
        """Take back the silences of a worker that was presumed dead: it is alive."""
        rows = self._list_running().model._default_manager.all()
        rows.filter(silences__gt=0, silent_worker=worker).update(
            silences=F("silences") - 1, silent_worker=""
        )

    def _requeue_overdue(self, row: _Row, expired: Q) -> bool:
        if _find_worker(row) == name_this_worker():
            return self._requeue(row)
        return self._record_death(row, is_silent=True, only_if=expired)


def _find_worker(row: Model) -> str:
    return str(getattr(row, "worker"))  # noqa: B009  # no type for rows with this column
