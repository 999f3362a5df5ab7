"""The pages for what went wrong: each says whose move it is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, "errors/400.html", 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, "errors/403.html", 403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, "errors/404.html", 404)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that did not come from a page of ours, or from one that was open for too long."""
    return _page(request, "errors/csrf.html", 403)


def failed(request: HttpRequest) -> HttpResponse:
    """Ours to mend. The page needs nothing that could be broken as well, save templates."""
    return _page(request, "errors/500.html", 500)


def _page(request: HttpRequest, template: str, status: int) -> HttpResponse:
    return render(request, template, status=status)
