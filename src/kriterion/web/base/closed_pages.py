"""Close pages to a user for a while: find the route of a request, and refuse the request."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve


def find_route(request: HttpRequest) -> ResolverMatch | None:
    try:
        return resolve(request.path_info)
    except Resolver404:
        return None


def refuse_request(request: HttpRequest, template: str, text: str) -> HttpResponse:
    """Answer 403 with a reason: as a page, or as JSON to a script."""
    accepted = request.headers.get("Accept", "")
    if request.content_type == "application/json" or accepted.startswith("application/json"):
        return JsonResponse({"error": text}, status=403)
    return render(request, template, {"text": text}, status=403)
