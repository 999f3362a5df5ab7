"""A pool of renderer processes that serves owners in turn."""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass

from msgspec.structs import replace

from kriterion.rendering.jobs import Care, Job, Rendered
from kriterion.rendering.process_handle import Child, GaveUpError
from kriterion.rendering.process_limits import ProcessBounds

PROCESSES = 2
DEFAULT = ProcessBounds()
# Jobs of one owner; more raise BusyError.
MAXIMUM_WAITING = 50

_log = logging.getLogger(__name__)

Pending = Future[Rendered | None]
"""The result, or None if rendering is impossible; an exception is the machine's fault."""


class BusyError(Exception):
    """The owner has too many jobs in the queue."""


@dataclass(frozen=True, slots=True)
class _WaitingJob:
    key: str
    job: Job
    pending: Pending


class Pool:
    """Renders jobs round-robin: one of each owner, then the next of each.

    A job is requested with a key; a request with the key of a pending job joins that job. A job
    that is cancelled while it waits is skipped.
    """

    def __init__(self, processes: int = PROCESSES, bounds: ProcessBounds = DEFAULT) -> None:
        self._processes = processes
        self._bounds = bounds
        self._threads = 0
        self._idle = 0
        self._queues: OrderedDict[Hashable, deque[_WaitingJob]] = OrderedDict()
        self._pending: dict[str, Pending] = {}
        self._changed = threading.Condition()

    def submit(
        self,
        key: str,
        job: Job,
        owner: Hashable,
        done: Callable[[Pending], None] = lambda _: None,
    ) -> Pending:
        """Queue a job, or join the pending one with this key.

        `done` is called before the key can be reused; it is ignored if the job was pending.
        Raises BusyError if the owner has too many jobs in the queue.
        """
        with self._changed:
            pending = self._pending.get(key)
            if pending is not None and not pending.cancelled():
                self._start_one()  # there may have been no room for a thread before
                return pending
            queue = self._queues.setdefault(owner, deque())
            if len(queue) >= MAXIMUM_WAITING:
                raise BusyError
            pending = self._pending[key] = Future()
            pending.add_done_callback(done)
            queue.append(_WaitingJob(key, job, pending))
            self._start_one()
            self._changed.notify()
        return pending

    def warm(self) -> None:
        """Start a process for the first job."""
        with self._changed:
            self._start_one()

    def _start_one(self) -> None:
        """Start a thread if jobs outnumber the idle ones and the maximum allows it.

        If the machine cannot start it, the next job tries again.
        """
        waiting = sum(map(len, self._queues.values()))
        if self._threads < self._processes and (waiting > self._idle or not self._threads):
            name = f"kriterion-rendering-{self._threads + 1}"
            with suppress(RuntimeError):
                threading.Thread(target=self._run_worker, name=name, daemon=True).start()
                self._threads += 1

    def _run_worker(self) -> None:
        child = self._start_child()
        while True:
            waiting = self._take_next_job()
            if not waiting.pending.set_running_or_notify_cancel():
                self._forget(waiting)
                continue
            # From now on it cannot be cancelled.
            try:
                found, child = self._render_with_retries(waiting.job, child)
                waiting.pending.set_result(found)
            except Exception as error:
                _log.warning("something was not rendered: %s", error)
                waiting.pending.set_exception(error)
                child = None
            self._forget(waiting)
            child = child or self._start_child()

    def _forget(self, waiting: _WaitingJob) -> None:
        with self._changed:
            if self._pending.get(waiting.key) is waiting.pending:
                del self._pending[waiting.key]

    def _take_next_job(self) -> _WaitingJob:
        with self._changed:
            self._idle += 1
            while not self._queues:
                self._changed.wait()
            self._idle -= 1
            owner, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[owner] = queue  # behind all others
            return waiting

    def _render_with_retries(
        self, job: Job, child: Child | None
    ) -> tuple[Rendered | None, Child | None]:
        """Render with less care after each failure; return the result and the process to reuse.

        Raises LostError, or OSError when no process can be started.
        """
        for care in Care:
            if care < job.care:
                continue
            child = child or Child(self._bounds)
            try:
                answer = child.render(replace(job, care=care))
            except GaveUpError as error:
                _log.info("a renderer process gave up: %s", error)
                child.close()
                child = None
                continue
            except BaseException:
                child.close()
                raise
            if answer.tired:
                child.close()
                child = None
            return answer.rendered, child
        return None, None

    def _start_child(self) -> Child | None:
        """Return a process for the next job, or None if none can be started now."""
        try:
            return Child(self._bounds)
        except OSError:
            return None
