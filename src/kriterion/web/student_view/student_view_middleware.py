"""Answer a teacher's requests as the student whose pages they view.

Nothing is changed: only some routes are open, only for reading, and the database refuses to write.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.base.closed_pages import find_route, refuse_request
from kriterion.web.courses.course_scope import limit_to_course
from kriterion.web.student_view.session_state import (
    StudentView,
    end_view,
    find_view,
    has_view,
)

Handler = Callable[[HttpRequest], HttpResponseBase]

# Each shows only what `course_access` and `submission_access` let the student see in the course.
_PAGES = frozenset(
    {
        *("course", "course-skills", "activity", "media", "approach", "draft", "draft-versions"),
        "history",
        *("submission", "result", "source", "compare"),
        *("announcements:list", "announcements:announcement"),
        *("exams:exam", "exams:hand-in"),
    }
)
_OWN = frozenset({"student-view:end", "account_logout"})  # the teacher's, also during a view
_STREAMS = frozenset({"events"})  # a stream would use up those that the student may have open
_READING = ("GET", "HEAD")
_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def view_as_student(get_response: Handler) -> Handler:
    """Show the pages of a student to a teacher whose session has a view."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
        if not (has_session and has_view(request) and isinstance(request.user, User)):
            return get_response(request)
        view = find_view(request)
        if view is None:
            return _answer_after_end(request)
        match = find_route(request)
        route = "" if match is None else match.view_name
        if route in _OWN:
            if route == "account_logout" and request.method == "POST":
                end_view(request, "logout")
            return get_response(request)
        return _answer_as(request, view, route, get_response)

    return answer


def _answer_as(
    request: HttpRequest, view: StudentView, route: str, get_response: Handler
) -> HttpResponseBase:
    request.user = view.student
    request.student_view = view  # type: ignore[attr-defined]  # for templates
    if request.method not in _READING:
        with translation.override(view.teacher.language):
            return _refuse(
                request, gettext("You are viewing a student's pages: you cannot change anything.")
            )
    if route in _STREAMS:
        return HttpResponse(status=204)
    if route not in _PAGES:
        with translation.override(view.teacher.language):
            return _refuse(
                request, gettext("This page is not one of the student's pages in this course.")
            )
    with limit_to_course(view.course.pk), connection.execute_wrapper(_refuse_writes):
        response = get_response(request)
    response.headers["Cache-Control"] = "no-store"  # after the end it must not come back
    return response


def _answer_after_end(request: HttpRequest) -> HttpResponseBase:
    """End a view that no longer holds. What was sent in it takes no effect for the teacher."""
    end_view(request, "expired")
    assert isinstance(request.user, User)
    with translation.override(request.user.language):
        ended = gettext("The view as a student has ended.")
        if request.method not in _READING:
            return _refuse(request, ended)
        messages.info(request, ended)
    return redirect("home")


def _refuse(request: HttpRequest, text: str) -> HttpResponse:
    return refuse_request(request, "student_view/refused.html", text)


def _refuse_writes(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Refuse statements that write. No page of a student writes when it is read."""
    if sql.lstrip().upper().startswith(_WRITES):
        raise PermissionDenied("a view as a student is read-only")
    return execute(sql, params, many, context)
