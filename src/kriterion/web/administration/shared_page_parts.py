"""What administration pages share."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

_PAGE = 50

Section = tuple[str, str, str, bool]


def list_sections(current: str) -> list[Section]:
    """Return the sections of administration, for its navigation."""
    parts = (
        ("overview", gettext("Overview"), "home"),
        ("tools", gettext("Tools"), "tool"),
        ("repositories", gettext("Repositories"), "folder"),
        ("courses", gettext("Courses"), "book"),
        ("users", gettext("Users"), "people"),
        ("announcements", gettext("Announcements"), "bell"),
        ("queue", gettext("Queue"), "list"),
        ("workers", gettext("Workers"), "device"),
        ("capacity", gettext("Capacity"), "graph"),
        ("bulk", gettext("Bulk jobs"), "refresh"),
        ("failed", gettext("Failed assessments"), "warning"),
        ("mail", gettext("Mail"), "send"),
        ("comments", gettext("Reported comments"), "flag"),
        ("machine", gettext("This server"), "info"),
        ("audit", gettext("Audit log"), "shield"),
    )
    return [
        (text, reverse(f"administration:{name}"), icon, name == current)
        for name, text, icon in parts
    ]


def page(
    request: HttpRequest, template: str, current: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of administration."""
    page_context = {"sections": list_sections(current), **context}
    return render(request, f"administration/{template}.html", page_context, status=status)


def paged(request: HttpRequest, rows: QuerySet[Any]) -> Page[Any]:
    """Return the requested page of a long list."""
    return Paginator(rows, _PAGE).get_page(request.GET.get("page"))
