"""Hidden names: who of a course's reviewers works without knowing whose submissions they see.

A course may hide names from its assistants and mentors. All other reviewers hide them from
themselves, for a session. Whatever shows a submission asks here for the name of its student;
whatever shows names beside work is closed meanwhile (`teaching/course_page.py`).
"""

from django.http import HttpRequest
from django.utils.translation import gettext

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer, require_user
from kriterion.web.courses.course_access import list_courses_with_right
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight

_CACHE = "_courses_without_names"


def is_blind(request: HttpRequest, course: Course) -> bool:
    return _hides_names(request, course.pk)


def may_show_names(request: HttpRequest, course: Course) -> bool:
    """Whether the reviewer decides for themselves if names are hidden."""
    return not _is_blind_by_course(request, course.pk)


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
    chosen = bool(request.session.get(_make_session_key(course_id), False))
    return chosen or _is_blind_by_course(request, course_id)


def _is_blind_by_course(request: HttpRequest, course_id: int) -> bool:
    """Whether the course hides names from this reviewer; one query in each request."""
    known: dict[int, bool] | None = getattr(request, _CACHE, None)
    if known is None:
        known = {}
        setattr(request, _CACHE, known)
    if course_id not in known:
        known[course_id] = _reviews_without_managing(require_user(request), course_id) and (
            Course.objects.filter(pk=course_id, anonymous_review=True).exists()
        )
    return known[course_id]


def _reviews_without_managing(user: User, course_id: int) -> bool:
    return (
        not may_administer(user)
        and course_id in list_courses_with_right(user, CourseRight.MENTOR)
        and course_id not in list_courses_with_right(user, CourseRight.MANAGE)
    )


def _make_session_key(course_id: int) -> str:
    return f"blind-{course_id}"
