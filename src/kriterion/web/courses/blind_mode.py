"""Blind mode: a reviewer's session hides the names of a course's students while reviewing."""

from django.http import HttpRequest
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course


def is_blind(request: HttpRequest, course: Course) -> bool:
    return _hides_names(request, course.pk)


def set_blind(request: HttpRequest, course: Course, *, is_on: bool) -> None:
    if is_on:
        request.session[_make_session_key(course.pk)] = True
    else:
        request.session.pop(_make_session_key(course.pk), None)


def name_student(
    request: HttpRequest, student: User, course_id: int | None, written: str = ""
) -> str:
    """Return the name of a student in a course, or a note that it is hidden.

    Users always see their own name. `written` is the name that was stored with a text of the
    student.
    """
    if course_id is not None and student.pk != request.user.pk and _hides_names(request, course_id):
        return gettext("Name hidden")
    return written or student.display_name


def _hides_names(request: HttpRequest, course_id: int) -> bool:
    return bool(request.session.get(_make_session_key(course_id), False))


def _make_session_key(course_id: int) -> str:
    return f"blind-{course_id}"
