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
STREAMS_PER_USER = 40  # open at once in this process; further ones are told to retry later
BUSY_RETRY_MILLISECONDS = 15_000
_BUSY = f"retry: {BUSY_RETRY_MILLISECONDS}\n\n".encode()
_ID = re.compile(r"(\d{1,9})\.(\d{1,9})")
_OVER = frozenset(  # for a page that follows; a blocked submission may stay so for days
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
    """Stream a submission's events from where the client was."""
    user = user_of(request)
    submission = submission_or_404(user, submission_id)
    reader = viewer_of(request, submission)
    if _is_full(user.pk):
        return _as_events(HttpResponse(_glance(submission, reader)))
    reader = replace(reader, media=pictures_of(submission.activity))
    named = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    seen = _ID.fullmatch(named)
    after = (int(seen[1]), int(seen[2])) if seen else (0, 0)
    stream = event_stream(submission_id, after, reader)
    return _as_events(StreamingHttpResponse(limit_streams(user.pk, stream)))


def _as_events(answer: HttpResponseBase) -> HttpResponseBase:
    answer.headers["Content-Type"] = "text/event-stream; charset=utf-8"
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # keeps a proxy from buffering
    return answer


def _glance(submission: Submission, reader: Viewer) -> bytes:
    """Return the current state for a client that may not stay: it asks again later."""
    state = SubmissionState(submission.state)
    place = estimate_wait(submission) if state is SubmissionState.QUEUED else None
    with override(reader.language):
        return _BUSY + _moved(StateChanged(state=state, waiting=place))


def _is_full(user_id: int) -> bool:
    """Whether nobody, or not this user, may open another stream."""
    if _open_streams[user_id] >= STREAMS_PER_USER:
        return True
    # The event loop counts, while this may run in a page's thread.
    return sum(tuple(_open_streams.values())) >= current_allotment().streams


async def event_stream(
    submission_id: int, after: tuple[int, int], reader: Viewer
) -> AsyncGenerator[bytes, None]:
    """Yield the events for one viewer until the submission is over, with heartbeats."""
    encoder = _EventEncoder(submission_id, after, reader)
    yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
    # From the beginning of the attempt, so that tabs are numbered as before; known steps are
    # skipped.
    async with aclosing(_patient(follow(submission_id, after=(after[0], 0)))) as news:
        async for one in news:
            if one is None:
                yield b": still here\n\n"
            elif event := await encoder.encode(one):
                yield event


async def limit_streams(
    user_id: int, stream: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Yield the stream, unless too many are open: then the browser retries later."""
    async with aclosing(stream):
        if _is_full(user_id):
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


async def _patient(
    news: AsyncGenerator[Followed, None],
) -> AsyncGenerator[Followed | None, None]:
    """Yield the events, and None whenever there was none for a while."""
    coming: asyncio.Task[Followed | None] | None = None
    try:
        while True:
            if coming is None:
                coming = asyncio.create_task(_next(news))
            done, _ = await asyncio.wait({coming}, timeout=HEARTBEAT_SECONDS)
            if not done:
                yield None
                continue
            one = coming.result()
            coming = None
            if one is None:
                return
            yield one
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await news.aclose()


async def _next(news: AsyncGenerator[Followed, None]) -> Followed | None:
    """Return the next event, or None at the end."""
    return await anext(news, None)


class _EventEncoder:
    """Encodes events for one viewer, who has seen everything up to a change."""

    def __init__(self, submission_id: int, seen: tuple[int, int], reader: Viewer) -> None:
        self._submission_id = submission_id
        self._seen = seen
        self._reader = reader
        self._attempt = 0
        self._rendering: Rendering | None = None

    async def encode(self, news: Followed) -> bytes:
        """Return the bytes for an event; empty if it has nothing for the viewer."""
        match news:
            case LiveStep():
                return await self._step(news)
            case Restarted():
                return _event("restarted", {"frame": render_frame(self._reader)})
            case StateChanged():
                with override(self._reader.language):
                    return _moved(news)

    async def _step(self, step: LiveStep) -> bytes:
        if self._rendering is None or step.attempt != self._attempt:
            self._attempt = step.attempt
            self._rendering = rendering_for(self._submission_id, step.attempt, self._reader)
        found = await self._rendering.insertions(step)
        if not found or (step.attempt, step.number) <= self._seen:
            return b""
        insertions = [
            {"id": insertion.id, "within": insertion.within, "html": insertion.html}
            for insertion in found
        ]
        return _event("insert", insertions, f"{step.attempt}.{step.number}")


def _moved(news: StateChanged) -> bytes:
    if news.state in _OVER:
        return _event("over", {"state": news.state})
    now = state_label(Submission(state=news.state))
    waits = news.state == SubmissionState.QUEUED and news.waiting is not None
    return _event(
        "moved",
        {
            "state": news.state,
            "word": now.word,
            "waiting": describe_wait(news.waiting) if waits and news.waiting else "",
        },
    )


def _event(name: str, data: object, identity: str = "") -> bytes:
    """Encode one event. JSON contains no line breaks, so the data is one line."""
    named = f"id: {identity}\n" if identity else ""
    return f"{named}event: {name}\ndata: {json.dumps(data)}\n\n".encode()
