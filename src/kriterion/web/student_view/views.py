"""Begin and end a view as a student."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.student_view.session_state import (
    begin_view,
    end_view,
    find_view,
    has_view,
    may_be_viewed,
)
from kriterion.web.teaching.course_page import for_course


@require_POST
@for_course(CourseRight.MANAGE)
def begin(request: HttpRequest, course: Course, membership_id: int) -> HttpResponse:
    """View the course as a member who is only a student."""
    members = course.memberships.select_related("user", "course")
    membership = get_object_or_404(members, pk=membership_id)
    if not may_be_viewed(membership):
        messages.error(request, gettext("Only the pages of students can be viewed."))
        return redirect("teaching:members", slug=course.slug)
    begin_view(request, membership)
    return redirect("course", slug=course.slug)


@require_POST
@login_required
def end(request: HttpRequest) -> HttpResponse:
    """Return to the teacher's own pages."""
    view = find_view(request) if has_view(request) else None
    if has_view(request):
        end_view(request, "ended")
    if view is not None and CourseRight.REVIEW in find_rights(require_user(request), view.course):
        return redirect("teaching:members", slug=view.course.slug)
    return redirect("home")
