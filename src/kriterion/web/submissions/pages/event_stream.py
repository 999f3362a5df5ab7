"""The event stream of a submission: a judge's output appears on the page within a moment.

Server-sent events, each with an id "attempt.number" that a browser sends when it reconnects:
`insert` carries fragments and their places, `moved` the submission's state, `restarted` voids
earlier events, `over` asks the page to reload.
"""

import re
from collections.abc import AsyncGenerator, Mapping
from functools import partial

from django.contrib.auth.decorators import login_required
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import override
from django.views.decorators.http import require_safe

from kriterion.feedback.viewer import Viewer
from kriterion.web.accounts.site_access import require_user
from kriterion.web.catalog.models import Activity
from kriterion.web.submissions.live.follow import StateChange
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.pages import server_events
from kriterion.web.submissions.pages.exam_streams import guard_stream
from kriterion.web.submissions.pages.live_transcript import (
    Pictures,
    Position,
    encode_state,
    open_transcript,
)
from kriterion.web.submissions.pages.presentation import make_viewer
from kriterion.web.submissions.pages.server_events import (
    BUSY,
    HEARTBEAT,
    RETRY,
    has_too_many_streams,
    limit_streams,
    set_stream_headers,
)
from kriterion.web.submissions.queue.wait_estimate import estimate_wait
from kriterion.web.submissions.services.renderings import load_pictures
from kriterion.web.submissions.submission_access import followed_submission_or_404

_ID = re.compile(r"(\d{1,9})\.(\d{1,9})")


@login_required
@require_safe
def events(request: HttpRequest, submission_id: int) -> HttpResponseBase:
    """Stream a submission's events after the last one that the client has seen."""
    user = require_user(request)
    submission = followed_submission_or_404(user, submission_id)
    reader = make_viewer(request, submission)
    if has_too_many_streams(user.pk):
        return set_stream_headers(HttpResponse(_encode_current_state(submission, reader)))
    id_text = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    seen = _ID.fullmatch(id_text)
    after = (int(seen[1]), int(seen[2])) if seen else (0, 0)
    pictures = partial(_load_pictures, submission.activity_id)
    stream = event_stream(submission_id, after, reader, pictures)
    stream = guard_stream(user, submission_id, stream)
    return set_stream_headers(StreamingHttpResponse(limit_streams(user.pk, stream)))


def _encode_current_state(submission: Submission, reader: Viewer) -> bytes:
    """Encode the current state, for a client that gets no stream and retries later."""
    state = SubmissionState(submission.state)
    wait = estimate_wait(submission) if state is SubmissionState.QUEUED else None
    with override(reader.language):
        return BUSY + encode_state(StateChange(state=state, waiting=wait))


def _load_pictures(activity_id: int) -> Mapping[str, str]:
    """Load an exercise's pictures in a thread that keeps no connection."""
    try:
        activity = Activity.objects.select_related("repository").get(pk=activity_id)
        return load_pictures(activity)
    finally:
        connections.close_all()


async def event_stream(
    submission_id: int, after: tuple[int, int], reader: Viewer, pictures: Pictures = dict
) -> AsyncGenerator[bytes, None]:
    """Yield the events for one viewer until the submission is over, with heartbeats.

    Events that came together are one piece. `pictures` loads those of the exercise.
    """
    yield RETRY
    position = Position(*after)
    async with open_transcript(submission_id, reader, pictures) as transcript:
        while True:
            version, has_ended = transcript.version, transcript.has_ended
            while piece := position.advance(transcript):
                yield piece
            if has_ended:
                return
            if not await transcript.wait_for_change(version, server_events.HEARTBEAT_SECONDS):
                yield HEARTBEAT
