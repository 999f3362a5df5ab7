"""Error pages: each says who can fix the problem."""

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext

from kriterion.web.base.script_requests import is_for_script
from kriterion.web.server.unavailable import (
    is_unavailability,
    make_unavailable_response,
    read_fields,
)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_error(request, "errors/400.html", 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_error(request, "errors/403.html", 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _render_error(request, "errors/404.html", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF token is missing or has expired, and return what it sent."""
    if is_for_script(request):
        return JsonResponse({"error": gettext("This page has expired.")}, status=403)
    fields = list(read_fields(request))
    context = {
        "fields": fields if any(field.is_text for field in fields) else [],
        "action": request.get_full_path(),
    }
    return render(request, "errors/csrf.html", context, status=403)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer an internal error, or a failure of the disk or the database."""
    cause = sys.exc_info()[1]
    if is_unavailability(cause):
        return make_unavailable_response(request, cause)
    try:
        return _render_error(request, "errors/500.html", 500)
    except Exception as error:  # the page looks up its user, which may fail as well
        if is_unavailability(error):
            return make_unavailable_response(request, error)
        raise


def _render_error(request: HttpRequest, template: str, status: int) -> HttpResponse:
    return render(request, template, status=status)
