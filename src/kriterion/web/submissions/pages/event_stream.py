"""The event stream of a submission: a judge's output appears on the page within a moment.

Server-sent events, each with an id "attempt.number" that a browser sends when it reconnects:
`insert` carries fragments and their places, `moved` the submission's state, `restarted` that
earlier events are void, `over` that the page is to be reloaded.
"""

import re
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
from kriterion.web.accounts.site_access import user_of
from kriterion.web.submissions.live.follow import (
    Followed,
    LiveStep,
    Restarted,
    StateChanged,
    follow,
)
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages.exam_streams import guard_stream
from kriterion.web.submissions.pages.presentation import describe_wait, state_label, viewer_of
from kriterion.web.submissions.pages.rendered_steps import Rendering, rendering_for
from kriterion.web.submissions.pages.server_events import (
    BUSY,
    HEARTBEAT,
    RETRY,
    add_heartbeats,
    encode_event,
    has_too_many_streams,
    limit_streams,
    set_stream_headers,
)
from kriterion.web.submissions.queue.wait_estimate import estimate_wait
from kriterion.web.submissions.services.renderings import pictures_of
from kriterion.web.submissions.submission_access import submission_or_404

_ID = re.compile(r"(\d{1,9})\.(\d{1,9})")
_FINAL_STATES = frozenset(  # the page stops following; a submission may be blocked for days
    {
        SubmissionState.FINISHED,
        SubmissionState.CANCELLED,
        SubmissionState.FAILED,
        SubmissionState.BLOCKED,
    }
)


@login_required
@require_safe
def events(request: HttpRequest, submission_id: int) -> HttpResponseBase:
    """Stream a submission's events after the last one that the client has seen."""
    user = user_of(request)
    submission = submission_or_404(user, submission_id)
    reader = viewer_of(request, submission)
    if has_too_many_streams(user.pk):
        return set_stream_headers(HttpResponse(_encode_current_state(submission, reader)))
    reader = replace(reader, media=pictures_of(submission.activity))
    id_text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    seen = _ID.fullmatch(id_text)
    after = (int(seen[1]), int(seen[2])) if seen else (0, 0)
    stream = event_stream(submission_id, after, reader)
    stream = guard_stream(user, submission_id, stream)
    return set_stream_headers(StreamingHttpResponse(limit_streams(user.pk, stream)))


def _encode_current_state(submission: Submission, reader: Viewer) -> bytes:
    """Encode the current state, for a client that gets no stream and retries later."""
    state = SubmissionState(submission.state)
    wait = estimate_wait(submission) if state is SubmissionState.QUEUED else None
    with override(reader.language):
        return BUSY + _encode_state(StateChanged(state=state, waiting=wait))


async def event_stream(
    submission_id: int, after: tuple[int, int], reader: Viewer
) -> AsyncGenerator[bytes, None]:
    """Yield the events for one viewer until the submission is over, with heartbeats."""
    encoder = _EventEncoder(submission_id, after, reader)
    yield RETRY
    # Render the attempt from its first step, so that tabs are numbered as before; the encoder
    # sends no step that the viewer has seen.
    async with aclosing(add_heartbeats(follow(submission_id, after=(after[0], 0)))) as news:
        async for event in news:
            if event is None:
                yield HEARTBEAT
            elif encoded := await encoder.encode(event):
                yield encoded


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
                return encode_event("restarted", {"frame": render_frame(self._reader)})
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
        return encode_event("insert", fragments, f"{step.attempt}.{step.number}")


def _encode_state(news: StateChanged) -> bytes:
    if news.state in _FINAL_STATES:
        return encode_event("over", {"state": news.state})
    label = state_label(Submission(state=news.state))
    is_waiting = news.state == SubmissionState.QUEUED and news.waiting is not None
    return encode_event(
        "moved",
        {
            "state": news.state,
            "word": label.word,
            "waiting": describe_wait(news.waiting) if is_waiting and news.waiting else "",
        },
    )
