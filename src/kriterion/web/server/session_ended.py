"""The answer to a form or a script whose user is no longer logged in: what they typed is kept."""

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext

from kriterion.web.base.script_requests import is_for_script
from kriterion.web.server.unavailable import read_fields


class SessionEndedMiddleware(LoginRequiredMiddleware):
    """Sends users to the log-in page, unless they would lose what they sent."""

    def handle_no_permission(  # type: ignore[override]  # other answers than a redirect
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        """Answer a request without a user."""
        if is_for_script(request):
            text = gettext("You are no longer logged in.")
            return JsonResponse({"error": text}, status=401)
        if request.method in ("GET", "HEAD"):
            return super().handle_no_permission(request, view_func)
        page = _find_page(request)
        fields = list(read_fields(request))
        if not any(field.is_text for field in fields):
            return redirect_to_login(page)
        context = {
            "fields": fields,
            "action": request.get_full_path(),
            "log_in": f"{reverse('account_login')}?next={quote(page)}",
        }
        return render(request, "errors/401.html", context, status=401)


def _find_page(request: HttpRequest) -> str:
    """Return the path of the page with the form, or of the home page."""
    referrer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referrer, {request.get_host()}):
        return "/"
    return urlsplit(referrer).path or "/"
