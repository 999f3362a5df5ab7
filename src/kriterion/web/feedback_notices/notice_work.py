"""Notifications about newly visible feedback, as background work of a worker."""

import time
from collections.abc import Callable, Collection

from kriterion.web.feedback_notices.notify_students import find_series_to_notify, notify_next
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask
from kriterion.web.submissions.worker.job import Assess, JobWorker

_POLL_SECONDS = 15.0  # after a check that found nothing, before the next


class NoticeTask:
    """One step: some students of a series, in one transaction."""

    is_suspect = False
    is_overdue = False
    is_stopped = False

    def __init__(self, series_id: int) -> None:
        self.label = f"of feedback in series {series_id}"
        self._series_id = series_id

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        notify_next(self._series_id)

    def stop(self) -> None:
        """Do nothing: a step is short."""


class FeedbackNoticeWork:
    """The source of these tasks for one process. Implements BackgroundWork."""

    is_awaited = False

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._next_look_at = float("-inf")

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return self._find() is not None

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        series_id = self._find()
        return None if series_id is None else NoticeTask(series_id)

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        """Do nothing: a step holds no lease."""

    def _find(self) -> int | None:
        now = self._monotonic()
        if now < self._next_look_at:
            return None
        series_id = find_series_to_notify()
        if series_id is None:
            self._next_look_at = now + _POLL_SECONDS
        return series_id
