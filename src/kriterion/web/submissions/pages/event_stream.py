"""The event stream of a submission: a judge's output appears on the page within a moment.

Server-sent events, each with an id "attempt.number" that a browser sends when it reconnects:
`insert` carries fragments and their places, `moved` the submission's state, `restarted` that
earlier events are void, `over` that the page is to be reloaded. Source of the format: WHATWG HTML,
"Server-sent events".
"""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import override
from django.views.decorators.http import require_safe

from kriterion.feedback.html.live import render_frame
from kriterion.feedback.viewer import Viewer
from kriterion.host.descriptors import current_allotment
from kriterion.web.accounts.site_access import user_of
from kriterion.web.submissions.live.follow import (
    Followed,
    LiveStep,
    Restarted,
    StateChanged,
    follow,
)
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.presentation import describe_wait, state_label, viewer_of
from kriterion.web.submissions.pages.rendered_steps import Rendering, rendering_for
from kriterion.web.submissions.queue.wait_estimate import estimate_wait
from kriterion.web.submissions.services.renderings import pictures_of
from kriterion.web.submissions.submission_access import submission_or_404

HEARTBEAT_SECONDS = 15.0  # between comments that keep proxies from closing the connection
RETRY_MILLISECONDS = 1000
STREAMS_PER_USER = 40  # open at once in this process; further ones get a state and a pause
BUSY_RETRY_MILLISECONDS = 15_000
_BUSY = f"retry: {BUSY_RETRY_MILLISECONDS}\n\n".encode()
_ID = re.compile(r"(\d{1,9})\.(\d{1,9})")
_FINAL_STATES = frozenset(  # the page stops following; a submission may be blocked for days
    {
        SubmissionState.FINISHED,
        SubmissionState.CANCELLED,
        SubmissionState.FAILED,
        SubmissionState.BLOCKED,
    }
)

_open_streams: Counter[int] = Counter()  # by user id; used by this process's event loop only


@login_required
@require_safe
def events(request: HttpRequest, submission_id: int) -> HttpResponseBase:
    """Stream a submission's events after the last one that the client has seen."""
    user = user_of(request)
    submission = submission_or_404(user, submission_id)
    reader = viewer_of(request, submission)
    if _has_too_many_streams(user.pk):
        return _set_stream_headers(HttpResponse(_encode_current_state(submission, reader)))
    reader = replace(reader, media=pictures_of(submission.activity))
    id_text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    seen = _ID.fullmatch(id_text)
    after = (int(seen[1]), int(seen[2])) if seen else (0, 0)
    stream = event_stream(submission_id, after, reader)
    return _set_stream_headers(StreamingHttpResponse(limit_streams(user.pk, stream)))


def _set_stream_headers(response: HttpResponseBase) -> HttpResponseBase:
    response.headers["Content-Type"] = "text/event-stream; charset=utf-8"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # keeps a proxy from buffering
    return response


def _encode_current_state(submission: Submission, reader: Viewer) -> bytes:
    """Encode the current state, for a client that gets no stream and retries later."""
    state = SubmissionState(submission.state)
    wait = estimate_wait(submission) if state is SubmissionState.QUEUED else None
    with override(reader.language):
        return _BUSY + _encode_state(StateChanged(state=state, waiting=wait))


def _has_too_many_streams(user_id: int) -> bool:
    """Whether too many streams are open, of this user or in total."""
    if _open_streams[user_id] >= STREAMS_PER_USER:
        return True
    # Copied first: the event loop may change the counts while this runs in a page's thread.
    return sum(tuple(_open_streams.values())) >= current_allotment().streams


async def event_stream(
    submission_id: int, after: tuple[int, int], reader: Viewer
) -> AsyncGenerator[bytes, None]:
    """Yield the events for one viewer until the submission is over, with heartbeats."""
    encoder = _EventEncoder(submission_id, after, reader)
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    # Render the attempt from its first step, so that tabs are numbered as before; the encoder
    # sends no step that the viewer has seen.
    async with aclosing(_add_heartbeats(follow(submission_id, after=(after[0], 0)))) as news:
        async for event in news:
            if event is None:
                yield b": still here\n\n"
            elif encoded := await encoder.encode(event):
                yield encoded


async def limit_streams(
    user_id: int, stream: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Yield the stream or, if too many are open, only a pause before the browser retries."""
    async with aclosing(stream):
        if _has_too_many_streams(user_id):
            yield _BUSY
            return
        _open_streams[user_id] += 1
        try:
            async for event in stream:
                yield event
        finally:
            _open_streams[user_id] -= 1
            if not _open_streams[user_id]:
                del _open_streams[user_id]


async def _add_heartbeats(
    news: AsyncGenerator[Followed, None],
) -> AsyncGenerator[Followed | None, None]:
    """Yield the events, and None after each HEARTBEAT_SECONDS without one."""
    pending: asyncio.Task[Followed | None] | None = None
    try:
        while True:
            if pending is None:
                pending = asyncio.create_task(_next_event(news))
            done, _ = await asyncio.wait({pending}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield None
                continue
            event = pending.result()
            pending = None
            if event is None:
                return
            yield event
    finally:
        if pending is not None:
            pending.cancel()
            await asyncio.gather(pending, return_exceptions=True)
        await news.aclose()


async def _next_event(news: AsyncGenerator[Followed, None]) -> Followed | None:
    """Return the next event, or None at the end."""
    return await anext(news, None)


class _EventEncoder:
    """Encodes events for one viewer, who has seen all changes up to `seen`."""

    def __init__(self, submission_id: int, seen: tuple[int, int], reader: Viewer) -> None:
        self._submission_id = submission_id
        self._seen = seen
        self._reader = reader
        self._attempt = 0
        self._rendering: Rendering | None = None

    async def encode(self, news: Followed) -> bytes:
        """Encode an event; return nothing if the viewer sees no part of it."""
        match news:
            case LiveStep():
                return await self._encode_step(news)
            case Restarted():
                return _encode_event("restarted", {"frame": render_frame(self._reader)})
            case StateChanged():
                with override(self._reader.language):
                    return _encode_state(news)

    async def _encode_step(self, step: LiveStep) -> bytes:
        if self._rendering is None or step.attempt != self._attempt:
            self._attempt = step.attempt
            self._rendering = rendering_for(self._submission_id, step.attempt, self._reader)
        insertions = await self._rendering.insertions(step)
        if not insertions or (step.attempt, step.number) <= self._seen:
            return b""
        fragments = [
            {"id": insertion.id, "within": insertion.within, "html": insertion.html}
            for insertion in insertions
        ]
        return _encode_event("insert", fragments, f"{step.attempt}.{step.number}")


def _encode_state(news: StateChanged) -> bytes:
    if news.state in _FINAL_STATES:
        return _encode_event("over", {"state": news.state})
    label = state_label(Submission(state=news.state))
    is_waiting = news.state == SubmissionState.QUEUED and news.waiting is not None
    return _encode_event(
        "moved",
        {
            "state": news.state,
            "word": label.word,
            "waiting": describe_wait(news.waiting) if is_waiting and news.waiting else "",
        },
    )


def _encode_event(name: str, data: object, identity: str = "") -> bytes:
    """Encode one event. JSON contains no line breaks, so the data is one line."""
    id_line = f"id: {identity}\n" if identity else ""
    return f"{id_line}event: {name}\ndata: {json.dumps(data)}\n\n".encode()
