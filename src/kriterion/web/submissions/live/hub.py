"""The hub of an event loop: it polls followed submissions once for all their followers.

Changes in this process wake it at once. It finds those of other processes by polling all followed
rows every fifth of a second.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from django.db import connections

from kriterion.web.database.outage_log import log_failure
from kriterion.web.submissions.live.follower_events import LiveStep, StateChanged
from kriterion.web.submissions.live.poll import Known, Seen, poll
from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.queue.notifications import subscribe, unsubscribe

POLL_SECONDS = 0.2
_PAUSE_SECONDS = 1.0  # after a failed poll

_log = logging.getLogger(__name__)


class Watched:
    """What is known of a followed submission; `version` grows with each change.

    `steps` are all steps of the running attempt, in order, numbered from 1.
    """

    def __init__(self) -> None:
        self.last_state = StateChanged(state=SubmissionState.QUEUED)
        self.attempt = 0
        self.steps: list[LiveStep] = []
        self.gone = False
        self.version = 0
        self.followers = 0
        self._changed = asyncio.Event()

    @property
    def is_running(self) -> bool:
        return self.last_state.state is SubmissionState.RUNNING

    @property
    def known(self) -> Known:
        return Known(attempt=self.attempt, changes=len(self.steps))

    def update(self, seen: Seen | None) -> None:
        """Apply the result of a poll; None if the submission does not exist."""
        before = (self.last_state, self.attempt, len(self.steps), self.gone)
        if seen is None:
            self.gone = True
        else:
            if seen.attempt != self.attempt:
                self.attempt, self.steps = seen.attempt, []
            self.last_state = seen.last_state
            self.steps += (step for step in seen.steps if step.number > len(self.steps))
        if before != (self.last_state, self.attempt, len(self.steps), self.gone):
            self.version += 1
            self._changed.set()
            self._changed = asyncio.Event()

    async def wait_for_change(self, version: int) -> None:
        """Wait until something has changed since that version."""
        if self.version == version:
            await self._changed.wait()


class Hub:
    """The followed submissions of one event loop."""

    def __init__(self) -> None:
        self._watched: dict[int, Watched] = {}
        self._new: set[int] = set()
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._polling: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def watch_submission(self, submission_id: int) -> AsyncIterator[Watched]:
        """Watch a submission while the context is open."""
        watched = self._watched.get(submission_id)
        if watched is None:
            watched = self._watched[submission_id] = Watched()
            self._wake(submission_id)
        if self._polling is None:
            subscribe(self._note_change)
            self._polling = self._loop.create_task(self._poll_all())
        watched.followers += 1
        try:
            await watched.wait_for_change(0)
            yield watched
        finally:
            watched.followers -= 1
            if not watched.followers:
                del self._watched[submission_id]

    def _note_change(self, submission_id: int) -> None:
        """Handle a notification from any thread of this process."""
        if submission_id in self._watched:
            try:
                self._loop.call_soon_threadsafe(self._wake, submission_id)
            except RuntimeError:  # the loop has ended
                unsubscribe(self._note_change)

    def _wake(self, submission_id: int) -> None:
        self._new.add(submission_id)
        self._woken.set()

    async def _poll_all(self) -> None:
        """Poll while anything is followed: notified rows at once, all rows every POLL_SECONDS."""
        with ThreadPoolExecutor(1, thread_name_prefix="kriterion-hub") as thread:
            try:
                while self._watched:
                    try:
                        await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
                    except TimeoutError:
                        self._new.update(self._watched)
                    self._woken.clear()
                    polled_ids, self._new = self._new & self._watched.keys(), set()
                    await self._poll_submissions(thread, polled_ids)
            finally:
                self._polling = None
                unsubscribe(self._note_change)
                thread.submit(connections.close_all)

    async def _poll_submissions(self, thread: ThreadPoolExecutor, ids: Iterable[int]) -> None:
        watched = {pk: self._watched[pk] for pk in ids}
        if not watched:
            return
        known = {pk: submission.known for pk, submission in watched.items()}
        try:
            seen = await self._loop.run_in_executor(thread, _poll_rows, known)
        except Exception as error:  # followers wait for the next poll
            log_failure(_log, "followed submissions could not be read", error)
            await asyncio.sleep(_PAUSE_SECONDS)
            return
        for pk, submission in watched.items():
            submission.update(seen.get(pk))


def _poll_rows(known: dict[int, Known]) -> dict[int, Seen]:
    try:
        return poll(known)
    except Exception:
        connections.close_all()  # the next poll opens a new connection
        raise


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
