"""Update an open list of submissions: hints as server-sent events, and the changes."""

from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.base.whole_numbers import read_number
from kriterion.web.courses.blind_mode import is_blind
from kriterion.web.courses.models import Course
from kriterion.web.courses.review_scope import find_review_scope
from kriterion.web.courses.rights import CourseRight
from kriterion.web.gradebook.pages.submission_rows import render_rows
from kriterion.web.gradebook.services.code_search import search_code
from kriterion.web.gradebook.services.submission_filter import SubmissionFilter
from kriterion.web.submissions.live.list_hub import MAX_SHOWN, current_list_hub
from kriterion.web.submissions.models import Submission
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
from kriterion.web.teaching.course_page import for_course

_MAX_ROWS = 99  # new submissions that are counted
_HINT = encode_event("changed", {})


@require_safe
@for_course(CourseRight.MENTOR)
def submission_events(request: HttpRequest, course: Course) -> HttpResponseBase:
    """Stream a hint when the connection is open, and whenever the list may have changed."""
    user = require_user(request)
    if has_too_many_streams(user.pk):
        return set_stream_headers(HttpResponse(BUSY + _HINT))
    seen = Submission.objects.filter(find_review_scope(user, course).select(), course=course)
    displayed = seen.filter(pk__in=list(_read_shown(request))).values_list("pk", flat=True)
    stream = stream_hints(course.pk, list(displayed))
    return set_stream_headers(StreamingHttpResponse(limit_streams(user.pk, stream)))


async def stream_hints(course_id: int, displayed: Collection[int]) -> AsyncGenerator[bytes, None]:
    """Yield hints, at most one in each poll of the hub, with heartbeats."""
    yield RETRY
    async with aclosing(add_heartbeats(_watch(course_id, displayed))) as versions:
        async for version in versions:
            yield HEARTBEAT if version is None else _HINT


async def _watch(course_id: int, displayed: Collection[int]) -> AsyncGenerator[int, None]:
    async with current_list_hub().watch_list(course_id, displayed) as watched:
        version = 0
        while True:
            await watched.wait_for_change(version)
            version = watched.version
            yield version


@require_safe
@for_course(CourseRight.MENTOR)
def submission_news(request: HttpRequest, course: Course) -> HttpResponse:
    """Return how many new submissions a page of the list does not show, and its changed rows.

    `rows` are the shown submissions with their marks, `from` is the lowest id of the page.
    """
    displayed = _read_shown(request)
    scope = find_review_scope(require_user(request), course)
    hides_names = is_blind(request, course)
    wanted = SubmissionFilter.from_query(request.GET.dict(), hides_names=hides_names)
    chosen = wanted.select(scope).exclude(pk__in=displayed)
    for name, condition in (("from", "pk__gte"), ("before", "pk__lt")):
        bound = read_number(request.GET.get(name, ""))
        if bound is not None:
            chosen = chosen.filter(**{condition: bound})
    if wanted.searches_code:
        number = len(search_code(chosen, wanted.code, limit=_MAX_ROWS + 1).ids)
    else:
        number = len(chosen.values_list("pk", flat=True)[: _MAX_ROWS + 1])
    rows = (
        Submission.objects.filter(scope.select(), course=course, pk__in=displayed)
        .select_related("activity", "user", "series")
        .defer("files", "summary", "failure")
    )
    changed = [
        row for row in render_rows(request, rows) if displayed[row.submission.pk] != row.mark
    ]
    return JsonResponse(
        {
            "text": _describe(number),
            "rows": [
                {"id": row.submission.pk, "mark": row.mark, "html": row.html} for row in changed
            ],
        }
    )


def _describe(number: int) -> str:
    if not number:
        return ""
    if number > _MAX_ROWS:
        return gettext("More than %(count)d new submissions") % {"count": _MAX_ROWS}
    text = ngettext("%(count)d new submission", "%(count)d new submissions", number)
    return text % {"count": number}


def _read_shown(request: HttpRequest) -> dict[int, str]:
    """Return the marks of the shown submissions by id; what is not valid is left out."""
    displayed: dict[int, str] = {}
    for written in request.GET.get("rows", "").split(",", MAX_SHOWN)[:MAX_SHOWN]:
        key, _, mark = written.partition(".")
        number = read_number(key)
        if number is not None:
            displayed[number] = mark
    return displayed
