"""Work besides submissions, which workers do while they can claim no submission.

An app that has such work registers it. It occupies slots as background submissions do, and makes
way for interactive ones. If a user waits for the work, it comes before background submissions, and
occupies at most half of the slots.
"""

from collections.abc import Collection
from typing import Protocol

from kriterion.sandbox.stoppable import Stop
from kriterion.web.submissions.models import Priority
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_share import Share
from kriterion.web.submissions.worker.job import Assess, JobWorker


class BackgroundTask(Protocol):
    """A piece of work that was taken. `label` names it in a list of submissions."""

    @property
    def label(self) -> str: ...

    @property
    def is_suspect(self) -> bool:
        """Whether a process died while it ran this task."""

    @property
    def is_overdue(self) -> bool:
        """Whether its run should have ended long ago by its own limits."""

    @property
    def is_stopped(self) -> bool: ...

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        """Do the work. It may end in any thread at any time: `kill -9` must not harm it."""

    def stop(self) -> None:
        """End the task soon and return it to the queue."""


class StoppableTask:
    """The base of tasks that end their runs when `_stopped` is set."""

    def __init__(self) -> None:
        self._stopped = Stop()

    @property
    def is_overdue(self) -> bool:
        return self._stopped.is_overdue

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        self._stopped.set()


class BackgroundWork(Protocol):
    """A source of tasks."""

    @property
    def is_awaited(self) -> bool:
        """Whether a user waits for each task, on a page."""

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        """Whether a task can be taken. `suspects` and `exclude` are as for `claim_next`."""

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None: ...

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        """Do the periodic duties, several times a second: renew and reap leases, stop tasks."""


_sources: list[BackgroundWork] = []


def register_background_work(source: BackgroundWork) -> None:
    _sources.append(source)


class BackgroundSlots:
    """The tasks of one worker."""

    def __init__(self, worker: str, share: Share, slots: int) -> None:
        self._worker = worker
        self._share = share
        self._tasks: list[BackgroundTask] = []
        self._awaited: list[BackgroundTask] = []
        self._max_awaited = max(1, slots // 2)

    @property
    def tasks(self) -> tuple[BackgroundTask, ...]:
        return tuple(self._tasks)

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        """Whether a slot and a task are available."""
        return self.has_awaited_work(suspects=suspects, exclude=exclude) or self.has_unawaited_work(
            suspects=suspects, exclude=exclude
        )

    def has_awaited_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        """Whether a slot and a task for which a user waits are available."""
        return any(
            source.has_work(suspects=suspects, exclude=exclude) for source in self._list_awaited()
        )

    def has_unawaited_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        """Whether a slot and a task for which no user waits are available."""
        return any(
            source.has_work(suspects=suspects, exclude=exclude) for source in self._list_unawaited()
        )

    def take(self, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        """Take a task and occupy a slot, or return None. The caller calls `release` at the end."""
        sources = (*self._list_awaited(), *self._list_unawaited())
        if self._share.prefers_background:  # users who wait must not hold up the others for ever
            sources = (*self._list_unawaited(), *self._list_awaited())
        for source in sources:
            task = source.take(self._worker, suspects=suspects, exclude=exclude)
            if task is not None:
                if source.is_awaited:
                    self._awaited.append(task)
                    self._share.record_claim(Priority.INTERACTIVE)
                else:
                    self._share.record_claim(Priority.BACKGROUND)
                self._tasks.append(task)
                return task
        return None

    def release(self, task: BackgroundTask) -> None:
        self._tasks.remove(task)
        if task in self._awaited:
            self._awaited.remove(task)
            self._share.record_end(Priority.INTERACTIVE)
        else:
            self._share.record_end(Priority.BACKGROUND)

    def _list_awaited(self) -> list[BackgroundWork]:
        """Return the sources of tasks for which a user waits, if one may be taken now."""
        if len(self._awaited) >= self._max_awaited:
            return []
        return [source for source in _sources if source.is_awaited]

    def _list_unawaited(self) -> list[BackgroundWork]:
        """Return the other sources, if a task may be taken now."""
        if not self._share.may_claim_background:
            return []
        return [source for source in _sources if not source.is_awaited]

    def do_duties(self, inabilities: Inabilities) -> None:
        """Do the periodic duties of all sources."""
        for source in _sources:
            source.do_duties(self._worker, inabilities, self.tasks)

    def stop_all(self) -> None:
        for task in self.tasks:
            task.stop()

    def make_way(self) -> None:
        """Stop the newest task, unless one is being stopped: an interactive submission waits."""
        tasks = self.tasks
        if tasks and not any(task.is_stopped for task in tasks):
            tasks[-1].stop()
