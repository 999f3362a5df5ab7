"""Announcements as their readers see them."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.site_access import may_administer, require_user
from kriterion.web.announcements.announcement_visibility import (
    announcement_or_404,
    select_visible_announcements,
)
from kriterion.web.announcements.pages.displayed import display_announcements
from kriterion.web.announcements.services import dismiss_announcement
from kriterion.web.courses.course_access import find_rights
from kriterion.web.courses.rights import CourseRight

_PAGE = 30


@login_required
@require_safe
def list_announcements(request: HttpRequest) -> HttpResponse:
    """List what is announced to the user, dismissed or not, newest first."""
    rows = select_visible_announcements(require_user(request))
    page = Paginator(rows, _PAGE).get_page(request.GET.get("page"))
    return render(request, "announcements/announcements.html", {"page": page})


@login_required
@require_safe
def show_announcement(request: HttpRequest, announcement_id: int) -> HttpResponse:
    """Show one announcement."""
    user = require_user(request)
    announcement = announcement_or_404(user, announcement_id)
    [displayed] = display_announcements([announcement], announcement.pk, heading=2)
    is_staff = (
        may_administer(user)
        if announcement.course is None
        else CourseRight.REVIEW in find_rights(user, announcement.course)
    )
    trail = [(gettext("Announcements"), reverse("announcements:list"))]
    if announcement.course is not None:
        trail.insert(
            0, (announcement.course.name, reverse("course", args=[announcement.course.slug]))
        )
    context = {"displayed": displayed, "is_staff": is_staff, "trail": trail}
    return render(request, "announcements/announcement.html", context)


@login_required
@require_POST
def dismiss(request: HttpRequest, announcement_id: int) -> HttpResponse:
    """Hide an announcement from the user's home and course page."""
    user = require_user(request)
    announcement = select_visible_announcements(user).filter(pk=announcement_id).first()
    if announcement is None:
        raise Http404
    dismiss_announcement(announcement, user)
    if request.POST.get("from") == "course" and announcement.course is not None:
        return redirect("course", slug=announcement.course.slug)
    return redirect("home")
