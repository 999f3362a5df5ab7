"""Blind mode: a reviewer's session hides the names of a course's students while reviewing."""

from django.http import HttpRequest

from kriterion.web.courses.models import Course


def is_blind(request: HttpRequest, course: Course) -> bool:
    return bool(request.session.get(_make_session_key(course), False))


def set_blind(request: HttpRequest, course: Course, *, is_on: bool) -> None:
    if is_on:
        request.session[_make_session_key(course)] = True
    else:
        request.session.pop(_make_session_key(course), None)


def _make_session_key(course: Course) -> str:
    return f"blind-{course.pk}"
