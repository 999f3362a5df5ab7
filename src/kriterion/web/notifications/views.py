"""A user's notifications, and which mail they want."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import require_user
from kriterion.web.courses.course_access import is_course_teacher
from kriterion.web.notifications.models import MailPreference
from kriterion.web.notifications.notification_texts import describe

_PAGE = 30


class MailPreferenceForm(forms.ModelForm):  # type: ignore[type-arg]  # generic for mypy only
    class Meta:
        model = MailPreference
        fields = ("answers", "reviews", "results", "announcements", "rights")
        labels = {  # noqa: RUF012  # read by Django only
            "answers": _("A teacher writes about my solution"),
            "reviews": _("A review of my solution is ready"),
            "results": _("My solution has been assessed"),
            "announcements": _("Something is announced in my courses or on this site"),
            "rights": _(
                "A right on a repository is requested, granted or refused, "
                "or its new version must be confirmed"
            ),
        }

    def __init__(self, user: User, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if not is_course_teacher(user):
            del self.fields["rights"]


@login_required
@require_safe
def notifications(request: HttpRequest) -> HttpResponse:
    """List the user's notifications, newest first."""
    rows = require_user(request).notifications.order_by("-pk")
    page = Paginator(rows, _PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "rows": [(notification, describe(notification)) for notification in page],
    }
    return render(request, "notifications/notifications.html", context)


@login_required
@require_POST
def open_notification(request: HttpRequest, notification_id: int) -> HttpResponse:
    """Mark a notification as read, and go to its page."""
    notification = get_object_or_404(require_user(request).notifications, pk=notification_id)
    if notification.read_at is None:
        notification.read_at = timezone.now()
        notification.save(update_fields=["read_at"])
    return HttpResponseRedirect(notification.address)


@login_required
@require_POST
def mark_read(request: HttpRequest) -> HttpResponse:
    """Mark all notifications as read."""
    require_user(request).notifications.filter(read_at=None).update(read_at=timezone.now())
    return redirect("notifications:list")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_preferences(request: HttpRequest) -> HttpResponse:
    """Choose which mail to get."""
    user = require_user(request)
    preference = MailPreference.objects.filter(user=user).first() or MailPreference(user=user)
    form = MailPreferenceForm(user, request.POST or None, instance=preference)
    if request.method == "POST" and form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in form.fields}
        MailPreference.objects.update_or_create(user=user, defaults=chosen)
        messages.success(request, gettext("Saved."))
        return redirect("notifications:settings")
    trail = [(gettext("Notifications"), reverse("notifications:list"))]
    context = {"form": form, "trail": trail, "sends_mail": settings.MAIL}
    return render(request, "notifications/settings.html", context)
