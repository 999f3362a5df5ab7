"""The hub of an event loop: it polls followed submissions once for all their followers.

Notifications of this process and announcements of others wake it at once. Both are hints, so it
polls all followed rows as well: every two seconds while hints arrive in time, otherwise every fifth
of a second, or every second while they wait in the queue.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from weakref import WeakKeyDictionary

from kriterion.web.database.outage_log import log_failure
from kriterion.web.submissions.announcements.announcement_listener import receive_announcements
from kriterion.web.submissions.live.change_signal import ChangeSignal
from kriterion.web.submissions.live.follower_events import LiveStep, StateChange
from kriterion.web.submissions.live.hint_record import HintRecord
from kriterion.web.submissions.live.poll import ChangePosition, PollResult, poll
from kriterion.web.submissions.live.row_reader import RowReader
from kriterion.web.submissions.models import SubmissionState
from kriterion.web.submissions.queue.notifications import subscribe, unsubscribe

POLL_SECONDS = 0.2
QUEUED_POLL_SECONDS = 1.0  # for queued submissions
HINTED_POLL_SECONDS = 2.0  # while hints arrive in time
_GAP_SECONDS = 0.01  # between polls, so that hints that come together cost one
_PAUSE_SECONDS = 1.0  # after a failed poll

_log = logging.getLogger(__name__)


class FollowedSubmission(ChangeSignal):
    """The known state of a followed submission.

    `steps` are all steps of the running attempt, in order, numbered from 1.
    """

    def __init__(self) -> None:
        super().__init__()
        self.last_state = StateChange(state=SubmissionState.QUEUED)
        self.attempt = 0
        self.steps: list[LiveStep] = []
        self.is_gone = False
        self.followers = 0

    @property
    def is_running(self) -> bool:
        return self.last_state.state is SubmissionState.RUNNING

    @property
    def is_queued(self) -> bool:
        return self.last_state.state is SubmissionState.QUEUED

    @property
    def known(self) -> ChangePosition:
        return ChangePosition(attempt=self.attempt, changes=len(self.steps))

    def update(self, seen: PollResult | None) -> bool:
        """Apply the result of a poll, None if the submission does not exist.

        Return whether a worker or a user has changed it since the last poll.
        """
        is_first = not self.version
        before = (self.last_state.state, self.attempt, len(self.steps), self.is_gone)
        waiting = self.last_state.waiting
        if seen is None:
            self.is_gone = True
        else:
            if seen.attempt != self.attempt:
                self.attempt, self.steps = seen.attempt, []
            self.last_state = seen.last_state
            self.steps += (step for step in seen.steps if step.number > len(self.steps))
        has_changed = before != (self.last_state.state, self.attempt, len(self.steps), self.is_gone)
        if has_changed or is_first or waiting != self.last_state.waiting:
            self.note_change()
        return has_changed and not is_first


class Hub:
    """The followed submissions of one event loop."""

    def __init__(self) -> None:
        self._watched: dict[int, FollowedSubmission] = {}
        self._hinted: set[int] = set()
        self._hints = HintRecord()
        self._woken = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._polled_at = self._polled_queued_at = float("-inf")
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    @asynccontextmanager
    async def watch_submission(self, submission_id: int) -> AsyncIterator[FollowedSubmission]:
        """Watch a submission while the context is open."""
        watched = self._watched.get(submission_id)
        if watched is None:
            watched = self._watched[submission_id] = FollowedSubmission()
            self._wake(submission_id)
        if not self._tasks:
            subscribe(self._note_change)
            self._tasks = tuple(
                self._loop.create_task(task)
                for task in (self._poll_all(), receive_announcements(self._note_announcement))
            )
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

    def _note_announcement(self, changed: frozenset[int] | None) -> None:
        """Handle an announcement of another process."""
        for submission_id in self._watched.keys() if changed is None else changed:
            self._note_change(submission_id)

    def _wake(self, submission_id: int) -> None:
        self._hinted.add(submission_id)
        self._hints.note_hint(submission_id)
        self._woken.set()

    async def _poll_all(self) -> None:
        """Poll hinted rows at once and all followed rows after a pause, until cancelled."""
        with RowReader("kriterion-hub", is_first=True) as reader:
            try:
                while True:
                    await self._wait_until_due()
                    hinted, self._hinted = self._hinted & self._watched.keys(), set()
                    polled = hinted
                    if self._seconds_until_poll() <= 0:
                        polled = hinted | self._choose_polled()
                    if polled:
                        await self._poll_submissions(reader, polled, hinted)
                        await asyncio.sleep(_GAP_SECONDS)
            finally:
                unsubscribe(self._note_change)

    async def _wait_until_due(self) -> None:
        """Wait for hints or, if any submission is followed, until all are to be polled."""
        seconds = max(self._seconds_until_poll(), 0.0) if self._watched else None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        self._woken.clear()

    def _choose_polled(self) -> set[int]:
        """Choose what to poll without hints: positions in the queue are polled less often."""
        now = self._polled_at = time.monotonic()
        if now - self._polled_queued_at >= QUEUED_POLL_SECONDS:
            self._polled_queued_at = now
            return {*self._watched}
        return {pk for pk, watched in self._watched.items() if not watched.is_queued}

    def _seconds_until_poll(self) -> float:
        pause = HINTED_POLL_SECONDS if self._hints.is_reliable else POLL_SECONDS
        return self._polled_at + pause - time.monotonic()

    async def _poll_submissions(
        self, reader: RowReader, polled: Collection[int], hinted: Collection[int]
    ) -> None:
        watched = {pk: self._watched[pk] for pk in polled}
        known = {pk: submission.known for pk, submission in watched.items()}
        try:
            seen = await reader.read(poll, known)
        except Exception as error:  # followers wait for the next poll
            log_failure(_log, "followed submissions could not be read", error)
            await asyncio.sleep(_PAUSE_SECONDS)
            return
        changes = {pk: submission.update(seen.get(pk)) for pk, submission in watched.items()}
        self._hints.note_poll(changes, hinted)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
