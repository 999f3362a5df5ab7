"""The feed itself, and the page on which its user creates, renews and revokes its address."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required, login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kriterion.web.accounts.site_access import require_user
from kriterion.web.audit.audit_log import note
from kriterion.web.calendar_feed.deadlines_calendar import (
    find_deadlines,
    make_etag,
    write_calendar,
)
from kriterion.web.calendar_feed.feed_token import (
    find_subscriber,
    make_token,
    renew_feed,
    revoke_feed,
)
from kriterion.web.calendar_feed.models import CalendarFeed


@login_required
@require_safe
def show_address(request: HttpRequest) -> HttpResponse:
    """Show the secret address of the user's feed, if there is one."""
    feed = CalendarFeed.objects.filter(user=require_user(request)).first()
    address = (
        ""
        if feed is None
        else _find_site_address(request) + reverse("calendar:feed", args=[make_token(feed)])
    )
    parts = urlsplit(address)
    context = {"address": address, "webcal": parts._replace(scheme="webcal").geturl()}
    return render(request, "calendar_feed/address.html", context)


@login_required
@require_POST
def renew(request: HttpRequest) -> HttpResponse:
    """Give the feed a new address; the old one stops working."""
    renew_feed(require_user(request))
    note(request, "calendar.renew")
    messages.success(request, gettext("Your calendar has a new address."))
    return redirect("calendar:address")


@login_required
@require_POST
def revoke(request: HttpRequest) -> HttpResponse:
    """End the feed."""
    if revoke_feed(require_user(request)):
        note(request, "calendar.revoke")
        messages.success(request, gettext("The address of your calendar no longer works."))
    return redirect("calendar:address")


@login_not_required
@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponseBase:
    """Return the deadlines of the user with this token; the token is the only protection."""
    user = find_subscriber(token)
    if user is None:
        raise Http404
    with translation.override(user.language):
        deadlines = find_deadlines(user, _find_site_address(request))
        etag = make_etag(deadlines)
        response = get_conditional_response(request, etag=etag)
        if response is None:
            document = write_calendar(deadlines, timezone.now())
            response = HttpResponse(document, content_type="text/calendar; charset=utf-8")
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    response["Content-Disposition"] = 'inline; filename="kriterion.ics"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _find_site_address(request: HttpRequest) -> str:
    return settings.ADDRESS.rstrip("/") or f"{request.scheme}://{request.get_host()}"
