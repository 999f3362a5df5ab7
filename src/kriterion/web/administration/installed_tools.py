"""The tools that nobody added on the site: those of kriterion.toml, and those we ship."""

from collections.abc import Collection, Mapping

from django.http import Http404

from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.settings import JudgeSettings, ToolSettings
from kriterion.tools.analyzer_recall import has_few_rules
from kriterion.tools.catalog import SHIPPED_ANALYZER
from kriterion.web.tools.machine import make_installation
from kriterion.web.tools.models import Tool, ToolKind
from kriterion_tools.errors import KriterionError
from kriterion_tools.languages import find_canonical_name

_Tools = Mapping[str, JudgeSettings | ToolSettings]


def list_installed_tools(added: Collection[Tool]) -> dict[str, list[tuple[str, str]]]:
    """Return the tools not added here, by kind: name, and directory or image; "" if shipped."""
    names = {(tool.kind, tool.name) for tool in added if tool.course_id is None}
    try:
        installation = make_installation([])
        tables = {kind: _find_tables(installation, kind) for kind in ToolKind.values}
    except KriterionError:  # invalid settings
        return {kind: [] for kind in ToolKind.values}
    return {
        kind: [
            (name, str(tool.directory or tool.image) if name in configured else "")
            for name, tool in every.items()
            if (kind, name) not in names
        ]
        for kind, (every, configured) in tables.items()
    }


def get_installed_tool_or_404(kind: str, name: str) -> Tool:
    """Return a record of the tool, without a row in the database.

    A tool of the same name that was added here takes its place, and is not one of these.
    """
    if Tool.objects.filter(kind=kind, name=name, course=None).exists():
        raise Http404
    try:
        every, _ = _find_tables(make_installation([]), kind)
    except KriterionError as error:  # invalid settings
        raise Http404 from error
    if name not in every:
        raise Http404
    tool = every[name]
    return Tool(
        kind=kind,
        name=name,
        directory=str(tool.directory or ""),
        image=tool.image or "",
        programming_languages=list(getattr(tool, "programming_languages", ())),
    )


def list_languages_with_few_rules(tool: Tool) -> list[str]:
    """Return the languages of our analyzer on which mentors say much more, each once."""
    if tool.kind != ToolKind.ANALYZER or tool.directory != str(SHIPPED_ANALYZER):
        return []
    names: dict[str, str] = {}
    for name in tool.programming_languages:
        names.setdefault(find_canonical_name(name), name)
    return [name for language, name in names.items() if has_few_rules(language)]


def _find_tables(installation: Installation, kind: str) -> tuple[_Tools, _Tools]:
    """Return all tools of a kind, and those that the settings name."""
    settings = installation.settings
    match kind:
        case ToolKind.JUDGE:
            return installation.judges, settings.judges
        case ToolKind.ANALYZER:
            return list_analyzers(installation), settings.analyzers
        case ToolKind.REPRESENTER:
            return list_representers(installation), settings.representers
        case ToolKind.TEST_RUNNER:
            return list_test_runners(installation), settings.test_runners
        case _:
            return {}, {}
