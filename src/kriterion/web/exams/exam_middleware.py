"""Close all other pages to a student who takes an exam, and hide exams that are over.

Only listed routes are open, so a new page is closed until somebody lists it. What they show is
limited to the exam by `courses/exam_scope.py`, which `course_access` and every query for
submissions follow.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.closed_pages import find_route, refuse_request
from kriterion.web.courses.course_scope import get_scoped_course
from kriterion.web.courses.exam_scope import limit_by_exams
from kriterion.web.exams.exam_access import StudentExam, find_exams, make_scope
from kriterion.web.exams.session_proofs import read_devices

Handler = Callable[[HttpRequest], HttpResponseBase]

# Each shows and changes only what `course_access` and the manager of submissions let through.
OPEN_DURING_EXAM = frozenset(
    {
        *("exams:exam", "exams:enter", "exams:hand-in"),
        *("activity", "media", "draft", "draft-versions", "history", "restore"),
        *("submit", "hint", "read", "run", "try"),
        *("submission", "result", "events", "source", "compare"),
        *("cancel", "again", "acknowledge"),
        *("account_logout", "set-language", "set-appearance", "healthz"),
    }
)


def limit_to_exams(get_response: Handler) -> Handler:
    """Limit a student's requests to the exam that they take, and hide their earlier exams."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if not (has_session and isinstance(request.user, User)):
            return get_response(request)
        device = read_devices(request)
        # A teacher who views a student's pages learns nothing of exams in other courses.
        exams = find_exams(request.user, device, only_in=get_scoped_course())
        if not exams:
            return get_response(request)
        scope = make_scope(request.user, exams, device)
        request.exams = exams  # type: ignore[attr-defined]  # for pages that announce them
        with limit_by_exams(scope):
            if scope.running is None:
                return get_response(request)
            [running] = (each for each in exams if each.exam.series_id == scope.running.series)
            response = _answer_in_exam(request, running, get_response)
        response.headers["Cache-Control"] = "no-store"  # after the exam it must not come back
        return response

    return answer


def _answer_in_exam(
    request: HttpRequest, running: StudentExam, get_response: Handler
) -> HttpResponseBase:
    request.running_exam = running  # type: ignore[attr-defined]  # for templates
    match = find_route(request)
    if match is not None and match.view_name in OPEN_DURING_EXAM:
        return get_response(request)
    series = running.exam.series
    is_own_course = match is not None and match.view_name == "course"
    if is_own_course and match is not None and match.kwargs["slug"] == series.course.slug:
        return redirect("exams:exam", slug=series.course.slug, series_id=series.pk)
    return _refuse(request, running)


def _refuse(request: HttpRequest, running: StudentExam) -> HttpResponse:
    text = gettext("You are taking an exam: %(name)s.") % {"name": running.exam.series.name}
    return refuse_request(request, "exams/closed.html", text)
