"""The live feedback on a submission, encoded once for all followers who may see the same.

A task follows the submission, has each step rendered and encodes it; followers only pass on the
bytes that they have not sent. The task ends with its last follower.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import aclosing, asynccontextmanager
from functools import cache
from weakref import WeakKeyDictionary

from django.utils.translation import get_language, override

from kriterion.feedback.html.live import render_frame
from kriterion.feedback.viewer import Viewer
from kriterion.web.submissions.live.change_signal import ChangeSignal
from kriterion.web.submissions.live.follow import (
    BEFORE_ALL_ATTEMPTS,
    AttemptRestart,
    LiveStep,
    StateChange,
    follow,
)
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.delivery_traces import trace_delivery
from kriterion.web.submissions.pages.presentation import describe_wait, state_label
from kriterion.web.submissions.pages.rendered_steps import Rendering
from kriterion.web.submissions.pages.server_events import encode_event
from kriterion.web.telemetry.span_names import SpanName

_FINAL_STATES = frozenset(  # the page stops following; a submission may be blocked for days
    {
        SubmissionState.FINISHED,
        SubmissionState.CANCELLED,
        SubmissionState.FAILED,
        SubmissionState.BLOCKED,
    }
)

# Maximum size of a piece of a stream in bytes: a slow or stalled reader keeps one in memory.
PIECE_BYTES = 64 * 1024

_log = logging.getLogger(__name__)

_Key = tuple[int, str, str, tuple[str, ...]]
Pictures = Callable[[], Mapping[str, str]]


class Transcript(ChangeSignal):
    """A submission's state and the steps of its newest attempt, each as an encoded event."""

    def __init__(self, submission_id: int, viewer: Viewer, pictures: Pictures) -> None:
        super().__init__()
        self._submission_id = submission_id
        self._viewer = viewer
        self._pictures = pictures
        self._rendering = Rendering(submission_id, 0, viewer, pictures)
        self.state = b""
        self.is_running = False
        self._is_live = False  # it was seen before it was over
        self.restarted = b""
        self.attempt = 0
        self.steps: list[tuple[int, bytes]] = []  # by number; those with something to show
        self.has_ended = False
        self.followers = 0
        self.task: asyncio.Task[None] | None = None

    async def record(self) -> None:
        """Follow the submission until it is over."""
        try:
            async with aclosing(follow(self._submission_id, BEFORE_ALL_ATTEMPTS)) as events:
                async for event in events:
                    await self._add_event(event)
        except Exception:  # browsers connect again
            _log.exception("submission %d cannot be followed", self._submission_id)
        finally:
            self.has_ended = True
            self.note_change()

    async def _add_event(self, event: LiveStep | AttemptRestart | StateChange) -> None:
        match event:
            case StateChange():
                with override(self._viewer.language):
                    self.state = encode_state(event)
                if event.state is SubmissionState.FINISHED and self._is_live:
                    trace_delivery(self._submission_id, SpanName.FEEDBACK)
                self._is_live = event.state not in _FINAL_STATES
                self.is_running = event.state is SubmissionState.RUNNING
            case AttemptRestart():
                self._begin_attempt(event.attempt)
            case LiveStep():
                if event.attempt != self.attempt:
                    self._begin_attempt(event.attempt)
                await self._add_step(event)
        self.note_change()

    def _begin_attempt(self, attempt: int) -> None:
        self.attempt, self.steps = attempt, []
        self._rendering = Rendering(self._submission_id, attempt, self._viewer, self._pictures)
        self.restarted = encode_event("restarted", {"frame": render_frame(self._viewer)})

    async def _add_step(self, step: LiveStep) -> None:
        insertions = await self._rendering.render_step(step)
        if insertions:
            fragments = [
                {"id": insertion.id, "within": insertion.within, "html": insertion.html}
                for insertion in insertions
            ]
            encoded = encode_event("insert", fragments, f"{step.attempt}.{step.number}")
            if not self.steps:
                trace_delivery(self._submission_id, SpanName.FIRST_WORDS)
            self.steps.append((step.number, encoded))


class Position:
    """One follower's position in a transcript."""

    def __init__(self, attempt: int, number: int) -> None:
        self._seen = (attempt, number)
        self._attempt = attempt
        self._state = b""
        self._steps = 0  # of the transcript

    def advance(self, transcript: Transcript) -> bytes:
        """Return the next events that are new to this follower, as one piece; b"" if none are."""
        piece, size = [], 0
        for event in self._list_events(transcript):
            piece.append(event)
            size += len(event)
            if size >= PIECE_BYTES:
                break
        return b"".join(piece)

    def _list_events(self, transcript: Transcript) -> Iterator[bytes]:
        """Yield new events; each counts as sent when it is yielded."""
        if transcript.state != self._state:
            self._state = transcript.state
            yield transcript.state
        if not (transcript.is_running and transcript.attempt):
            return
        if transcript.attempt != self._attempt:
            had_attempt = self._attempt != 0
            self._attempt, self._steps = transcript.attempt, 0
            if had_attempt:
                yield transcript.restarted
        while self._steps < len(transcript.steps):
            number, encoded = transcript.steps[self._steps]
            self._steps += 1
            if (self._attempt, number) > self._seen:
                yield encoded


@asynccontextmanager
async def open_transcript(
    submission_id: int, viewer: Viewer, pictures: Pictures
) -> AsyncIterator[Transcript]:
    """Open the transcript that this viewer shares with others, while the context is open."""
    transcripts = _transcripts.setdefault(asyncio.get_running_loop(), {})
    key = (submission_id, viewer.role.value, viewer.language, viewer.withholding.key)
    transcript = transcripts.get(key)
    if transcript is None or transcript.has_ended:
        transcript = transcripts[key] = Transcript(submission_id, viewer, pictures)
        transcript.task = asyncio.create_task(transcript.record())
    transcript.followers += 1
    try:
        yield transcript
    finally:
        transcript.followers -= 1
        if not transcript.followers:
            if transcripts.get(key) is transcript:
                del transcripts[key]
            if transcript.task is not None:
                transcript.task.cancel()
                await asyncio.gather(transcript.task, return_exceptions=True)


_transcripts: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Key, Transcript]] = (
    WeakKeyDictionary()
)


def encode_state(change: StateChange) -> bytes:
    """Encode a state in the language that is active."""
    if change.state in _FINAL_STATES:
        return encode_event("over", {"state": change.state})
    is_waiting = change.state == SubmissionState.QUEUED and change.waiting is not None
    return encode_event(
        "moved",
        {
            "state": change.state,
            "word": _name_state(change.state, get_language() or "en"),
            "waiting": describe_wait(change.waiting) if is_waiting and change.waiting else "",
        },
    )


@cache
def _name_state(state: SubmissionState, language: str) -> str:
    with override(language):
        return state_label(Submission(state=state)).word
