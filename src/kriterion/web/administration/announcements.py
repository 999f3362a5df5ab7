"""Announcements to all users of the site."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only, require_user
from kriterion.web.administration.shared_page_parts import page, paged
from kriterion.web.announcements.announcement_form import AnnouncementForm
from kriterion.web.announcements.models import Announcement
from kriterion.web.announcements.services import delete_announcement
from kriterion.web.audit.audit_log import describe_changes, note

_SECTION = "announcements"


@require_safe
@administrators_only
def list_announcements(request: HttpRequest) -> HttpResponse:
    """List the announcements of the site, also those that are not visible now."""
    rows = Announcement.objects.filter(course=None)
    context = {"page": paged(request, rows), "now": timezone.now()}
    return page(request, "announcements", _SECTION, context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    return _edit(request, Announcement(), gettext("New announcement"))


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, announcement_id: int) -> HttpResponse:
    announcement = get_object_or_404(Announcement, course=None, pk=announcement_id)
    return _edit(request, announcement, gettext("Edit announcement"))


@require_POST
@administrators_only
def delete(request: HttpRequest, announcement_id: int) -> HttpResponse:
    announcement = get_object_or_404(Announcement, course=None, pk=announcement_id)
    note(request, "announcement.delete", announcement)
    delete_announcement(announcement)
    messages.success(request, gettext("Announcement deleted."))
    return redirect("administration:announcements")


def _edit(request: HttpRequest, announcement: Announcement, title: str) -> HttpResponse:
    is_new = announcement.pk is None
    form = AnnouncementForm(request, announcement)
    if request.method == "POST" and form.is_valid() and form.store(require_user(request)):
        action = "announcement.add" if is_new else "announcement.change"
        note(request, action, announcement, **describe_changes(form))
        messages.success(request, gettext("Saved."))
        return redirect("administration:announcements")
    trail = [(gettext("Announcements"), reverse("administration:announcements"))]
    return page(request, "form", _SECTION, {"form": form, "title": title, "trail": trail})
