"""Administration of tools."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.settings import JudgeSettings, ToolSettings
from kriterion.web.accounts.site_access import administrators_only
from kriterion.web.administration.fetched_forms import KINDS, ToolForm
from kriterion.web.administration.shared_page_parts import page
from kriterion.web.audit.audit_log import describe_changes, note
from kriterion.web.tools.machine import this_machine
from kriterion.web.tools.models import Tool, ToolKind
from kriterion.web.tools.tool_fetching import fetch_in_background, remove_copies
from kriterion_tools.errors import KriterionError

_Tools = Mapping[str, JudgeSettings | ToolSettings]


@require_safe
@administrators_only
def tools(request: HttpRequest) -> HttpResponse:
    """List all tools: those added here, those of kriterion.toml, and those we ship."""
    added = list(Tool.objects.select_related("course"))
    groups = [
        (name, [tool for tool in added if tool.kind == kind], _list_configured_tools(kind, added))
        for kind, name in KINDS
    ]
    return page(request, "tools", "tools", {"groups": groups})


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def add(request: HttpRequest) -> HttpResponse:
    """Add a tool, which is fetched and examined at once."""
    form = ToolForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.save()
        note(request, "tool.add", made, **describe_changes(form))
        fetch_in_background(made)
        return redirect("administration:tool", tool_id=made.pk)
    return page(request, "tool_form", "tools", {"form": form, "trail": build_trail()})


@require_safe
@administrators_only
def show_tool(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Show a tool with all diagnoses."""
    tool = get_object_or_404(Tool, pk=tool_id)
    rows = sorted(tool.problems, key=lambda row: _ORDER.get(row.get("state"), 3))
    return page(request, "tool", "tools", {"tool": tool, "rows": rows, "trail": build_trail()})


_ORDER = {"fault": 0, "notice": 1, "fine": 2}


@require_http_methods(["GET", "HEAD", "POST"])
@administrators_only
def edit(request: HttpRequest, tool_id: int) -> HttpResponse:
    """Change a tool, which is fetched and examined again."""
    tool = get_object_or_404(Tool, pk=tool_id)
    form = ToolForm(request.POST or None, instance=tool)
    if tool.git_url:  # in this case, the directory is our own
        form.initial["directory"] = ""
    if request.method == "POST" and form.is_valid():
        if not form.store():
            raise Http404
        note(request, "tool.change", tool, **describe_changes(form))
        fetch_in_background(tool)
        return redirect("administration:tool", tool_id=tool.pk)
    return page(
        request, "tool_form", "tools", {"form": form, "tool": tool, "trail": build_trail(tool)}
    )


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


def _list_configured_tools(kind: str, added: list[Tool]) -> list[tuple[str, str]]:
    """Return the tools not added here by name, with their directory or image; "" if shipped."""
    names = {tool.name for tool in added if tool.kind == kind and tool.course_id is None}
    try:
        installation = this_machine()
    except KriterionError:
        return []
    settings = installation.settings
    known: dict[str, tuple[_Tools, _Tools]] = {
        ToolKind.JUDGE.value: (installation.judges, settings.judges),
        ToolKind.ANALYZER.value: (list_analyzers(installation), settings.analyzers),
        ToolKind.REPRESENTER.value: (list_representers(installation), settings.representers),
        ToolKind.TEST_RUNNER.value: (list_test_runners(installation), settings.test_runners),
    }
    every, given = known[kind]
    return [
        (name, str(tool.directory or tool.image) if name in given else "")
        for name, tool in every.items()
        if name not in names
    ]


def build_trail(tool: Tool | None = None) -> list[tuple[str, str]]:
    """Return the breadcrumbs of pages about tools, or about this tool."""
    above = [(gettext("Tools"), reverse("administration:tools"))]
    if tool is not None:
        above.append((tool.name, reverse("administration:tool", args=[tool.pk])))
    return above
