"""The view as a student, which is kept in the session of the teacher who began it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils import timezone

from kriterion.web.accounts.models import Role, User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.courses.course_access import may_teach
from kriterion.web.courses.models import Course, MemberRole, Membership

DURATION = timedelta(minutes=30)
_KEY = "student_view"


@dataclass(frozen=True, kw_only=True, slots=True)
class StudentView:
    """What a teacher views. `student` has no rights, and no courses besides this one."""

    teacher: User
    student: User
    course: Course
    ends_at: datetime


def may_be_viewed(membership: Membership) -> bool:
    """Whether a member is only a student, on the site, too."""
    user = membership.user
    return (
        membership.role == MemberRole.STUDENT
        and user.role == Role.STUDENT
        and user.is_active
        and not (user.is_staff or user.is_superuser)
    )


def begin_view(request: HttpRequest, membership: Membership) -> None:
    """View a course as one of its students from the next request on.

    Forms that are open in other tabs become invalid, so that none of them takes effect for the
    wrong person.
    """
    ends_at = timezone.now() + DURATION
    request.session[_KEY] = {
        "teacher": require_user(request).pk,
        "student": membership.user_id,
        "course": membership.course_id,
        "ends_at": ends_at.timestamp(),
    }
    rotate_token(request)
    note(
        request,
        "student-view.begin",
        membership.course,
        student=membership.user.username,
        until=ends_at.isoformat(timespec="seconds"),
    )


def has_view(request: HttpRequest) -> bool:
    return _KEY in request.session


def find_view(request: HttpRequest) -> StudentView | None:
    """Return the session's view, unless it is over, or rights or membership have changed."""
    teacher, state = require_user(request), request.session[_KEY]
    ends_at = datetime.fromtimestamp(state["ends_at"], tz=timezone.get_current_timezone())
    if state["teacher"] != teacher.pk or timezone.now() >= ends_at:
        return None
    membership = (
        Membership.objects.select_related("user", "course")
        .filter(course=state["course"], user=state["student"])
        .first()
    )
    if membership is None or not may_be_viewed(membership):
        return None
    if not may_teach(teacher, membership.course):
        return None
    student = membership.user
    vars(student)["course_roles"] = {membership.course_id: MemberRole.STUDENT.value}
    return StudentView(teacher=teacher, student=student, course=membership.course, ends_at=ends_at)


def end_view(request: HttpRequest, reason: str) -> None:
    """End the session's view; the request's user must be the teacher."""
    state = request.session.pop(_KEY)
    rotate_token(request)
    course = Course.objects.filter(pk=state["course"]).first()
    student = User.objects.filter(pk=state["student"]).first()
    name = "" if student is None else student.username
    note(request, "student-view.end", course, student=name, reason=reason)
