"""Administration of tools."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.fetched_forms import KINDS
from kriterion.web.administration.installed_tools import (
    get_installed_tool_or_404,
    list_installed_tools,
    list_languages_with_few_rules,
)
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.administration.tool_form import PURPOSES, KindForm
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.tools.models import Tool, ToolKind
from kriterion.web.tools.tool_fetching import fetch_in_background, remove_copies


@require_safe
@administrators_only
def tools(request: HttpRequest) -> HttpResponse:
    """List all tools: those added here, those of kriterion.toml, and those we ship."""
    added = list(Tool.objects.select_related("course"))
    installed = list_installed_tools(added)
    groups = [
        (kind.value, name, [tool for tool in added if tool.kind == kind], installed[kind])
        for kind, name in KINDS
    ]
    return page(request, "tools", "tools", {"groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    """Choose a kind of tool, then add one, which is fetched and examined at once."""
    kind = request.GET.get("kind") or request.POST.get("kind") or ""
    if kind not in ToolKind.values:
        kinds = [(each, name, PURPOSES[each]) for each, name in KINDS]
        return page(request, "tool_kinds", "tools", {"kinds": kinds, "trail": build_trail()})
    form = KindForm(request.POST or None, Tool(kind=kind))
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "tool.add", made, **describe_changes(form))
        fetch_in_background(made)
        return redirect("administration:tool", tool_id=made.pk)
    return page(
        request,
        "tool_form",
        "tools",
        {"form": form, "trail": build_trail(), **_describe_kind(kind)},
    )


@require_safe
@administrators_only
def show_tool(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Show a tool with all diagnoses."""
    tool = get_object_or_404(Tool, pk=tool_id)
    rows = sorted(tool.problems, key=lambda row: _ORDER.get(row.get("state"), 3))
    return page(request, "tool", "tools", {"tool": tool, "rows": rows, "trail": build_trail()})


_ORDER = {"fault": 0, "notice": 1, "fine": 2}


@require_safe
@administrators_only
def show_installed_tool(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    """Show a tool that is included with Kriterion or named in the settings."""
    tool = get_installed_tool_or_404(kind, name)
    context = {
        "tool": tool,
        "few_rules": list_languages_with_few_rules(tool),
        "trail": build_trail(),
        **_describe_kind(kind),
    }
    return page(request, "installed_tool", "tools", context)


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Change a tool, which is fetched and examined again."""
    tool = get_object_or_404(Tool, pk=tool_id)
    form = KindForm(request.POST or None, tool)
    if request.method == "POST" and form.is_valid():
        if not form.store():
            raise Http404
        note(request, "tool.change", tool, **describe_changes(form))
        fetch_in_background(tool)
        return redirect("administration:tool", tool_id=tool.pk)
    context = {"form": form, "tool": tool, "trail": build_trail(tool), **_describe_kind(tool.kind)}
    return page(request, "tool_form", "tools", context)


@require_POST
@administrators_only
def fetch_again(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Fetch and examine the newest version."""
    tool = get_object_or_404(Tool, pk=tool_id)
    note(request, "tool.fetch", tool)
    fetch_in_background(tool)
    return redirect("administration:tool", tool_id=tool.pk)


@require_POST
@administrators_only
def delete(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Delete a tool; submissions keep its results."""
    tool = get_object_or_404(Tool, pk=tool_id)
    note(request, "tool.delete", tool)
    remove_copies(tool)
    tool.delete()
    messages.success(request, gettext("Tool removed."))
    return redirect("administration:tools")


def _describe_kind(kind: str) -> dict[str, object]:
    return {"kind": dict(KINDS)[ToolKind(kind)], "purpose": PURPOSES[ToolKind(kind)]}


def build_trail(tool: Tool | None = None) -> list[tuple[str, str]]:
    """Return the breadcrumbs of pages about tools, or about this tool."""
    above = [(gettext("Tools"), reverse("administration:tools"))]
    if tool is not None and tool.pk is None:
        address = reverse("administration:tool-installed", args=[tool.kind, tool.name])
        above.append((tool.name, address))
    elif tool is not None:
        above.append((tool.name, reverse("administration:tool", args=[tool.pk])))
    return above
