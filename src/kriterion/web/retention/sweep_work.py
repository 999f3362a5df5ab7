"""Sweeps as background work of a worker."""

import time
from collections.abc import Callable, Collection

from kriterion.web.retention.models import RetentionKind
from kriterion.web.retention.services.sweeps import list_due_kinds, sweep_next
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask
from kriterion.web.submissions.worker.job import Assess, JobWorker

POLL_SECONDS = 300.0  # between two checks for due sweeps


class SweepTask:
    """One step of a sweep."""

    is_suspect = False
    is_overdue = False
    is_stopped = False

    def __init__(self, kind: RetentionKind) -> None:
        self.label = f"of the sweep of {kind.value}"
        self._kind = kind

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        sweep_next(self._kind)

    def stop(self) -> None:
        """Do nothing: a step is short."""


class SweepWork:
    """The source of these steps for one process. Implements BackgroundWork."""

    is_awaited = False

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._next_look_at = float("-inf")

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return bool(self._list_due_kinds())

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        due = self._list_due_kinds()
        return SweepTask(due[0]) if due else None

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        """Do nothing: a step holds no lease."""

    def _list_due_kinds(self) -> list[RetentionKind]:
        """Return the due kinds; query the database rarely while nothing is due."""
        if self._monotonic() < self._next_look_at:
            return []
        due = list_due_kinds()
        if not due:
            self._next_look_at = self._monotonic() + POLL_SECONDS
        return due
