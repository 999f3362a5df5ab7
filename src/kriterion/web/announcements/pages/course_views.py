"""The announcements of a course, for its teachers."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.announcements.announcement_form import AnnouncementForm
from kriterion.web.announcements.models import Announcement
from kriterion.web.announcements.services import delete_announcement
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.courses.models import Course
from kriterion.web.courses.rights import CourseRight
from kriterion.web.teaching.course_page import course_page, for_course

_TAB = "announcements:course"
_PAGE = 30


@require_safe
@for_course(CourseRight.REVIEW)
def list_announcements(request: HttpRequest, course: Course) -> HttpResponse:
    """List the announcements of a course, also those that are not visible now."""
    page = Paginator(course.announcements.all(), _PAGE).get_page(request.GET.get("page"))
    return course_page(
        request, "announcements/of_course.html", _TAB, course, {"page": page, "now": timezone.now()}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def add(request: HttpRequest, course: Course) -> HttpResponse:
    return _edit(request, course, Announcement(course=course), gettext("New announcement"))


@require_http_methods(["GET", "HEAD", "POST"])
@for_course(CourseRight.MANAGE)
def edit(request: HttpRequest, course: Course, announcement_id: int) -> HttpResponse:
    announcement = get_object_or_404(course.announcements, pk=announcement_id)
    return _edit(request, course, announcement, gettext("Edit announcement"))


@require_POST
@for_course(CourseRight.MANAGE)
def delete(request: HttpRequest, course: Course, announcement_id: int) -> HttpResponse:
    announcement = get_object_or_404(course.announcements, pk=announcement_id)
    note(request, "announcement.delete", announcement, course=course.slug)
    delete_announcement(announcement)
    messages.success(request, gettext("Announcement deleted."))
    return redirect(_TAB, slug=course.slug)


def _edit(
    request: HttpRequest, course: Course, announcement: Announcement, title: str
) -> HttpResponse:
    is_new = announcement.pk is None
    form = AnnouncementForm(request, announcement)
    if request.method == "POST" and form.is_valid() and form.store(require_user(request)):
        action = "announcement.add" if is_new else "announcement.change"
        note(request, action, announcement, course=course.slug, **describe_changes(form))
        messages.success(request, gettext("Saved."))
        return redirect(_TAB, slug=course.slug)
    crumb = (gettext("Announcements"), reverse(_TAB, args=[course.slug]))
    context = {"form": form, "title": title}
    return course_page(request, "teaching/form.html", _TAB, course, context, below=(crumb,))
