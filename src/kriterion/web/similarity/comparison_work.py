"""Comparisons as workers see them."""

import logging
import time
from collections.abc import Callable, Collection

from kriterion.similarity.task_runner import TaskLostError, TaskStoppedError
from kriterion.web.similarity.models import SolutionComparison
from kriterion.web.similarity.services.comparison_run import (
    claim_comparison,
    find_claimable,
    make_comparison,
    mark_failed,
    renew_lease,
    requeue_comparison,
)
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask, StoppableTask
from kriterion.web.submissions.worker.job import Assess, JobWorker

_RENEW_SECONDS = 5.0

_log = logging.getLogger(__name__)


class ComparisonTask(StoppableTask):
    """One attempt at a comparison. A process of its own computes; this one waits for it."""

    def __init__(self, comparison: SolutionComparison) -> None:
        super().__init__()
        self.comparison = comparison
        self.label = f"of comparison {comparison.pk}"
        self.is_suspect = comparison.losses > 1

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        try:
            make_comparison(self.comparison, self._stopped)
        except TaskStoppedError:
            requeue_comparison(self.comparison)
        except TaskLostError as error:
            _log.warning("comparison %d: %s", self.comparison.pk, error)
            mark_failed(self.comparison)


class ComparisonWork:
    """The source of these tasks for one process. Implements BackgroundWork."""

    is_awaited = False

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._renewed_at = float("-inf")

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return find_claimable(suspects=suspects).exists()

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        comparison = claim_comparison(suspects=suspects)
        return None if comparison is None else ComparisonTask(comparison)

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        now = self._monotonic()
        if now - self._renewed_at < _RENEW_SECONDS:
            return
        self._renewed_at = now
        for task in tasks:
            if isinstance(task, ComparisonTask):
                renew_lease(task.comparison)
