"""Tells requests of our scripts from those of pages."""

from django.http import HttpRequest


def is_for_script(request: HttpRequest) -> bool:
    """Whether a script of ours sent the request, and reads JSON."""
    accepted = request.headers.get("Accept", "")
    return request.content_type == "application/json" or accepted.startswith("application/json")
