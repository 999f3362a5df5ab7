"""The tools that nobody added on the site: those of kriterion.toml, and those we ship."""

from collections.abc import Collection, Iterator, Mapping

from kriterion.host.installation import Installation
from kriterion.host.resolution.analyzers import list_analyzers
from kriterion.host.resolution.representers import list_representers
from kriterion.host.resolution.test_runners import list_test_runners
from kriterion.host.settings import JudgeSettings, ToolSettings
from kriterion.web.tools.machine import make_installation
from kriterion.web.tools.models import Tool, ToolKind
from kriterion_tools.errors import KriterionError

_Tools = Mapping[str, JudgeSettings | ToolSettings]


def list_installed_tools(kind: str, added: Collection[Tool]) -> list[tuple[str, str]]:
    """Return the tools not added here by name, with their directory or image; "" if shipped."""
    names = {tool.name for tool in added if tool.kind == kind and tool.course_id is None}
    return [
        (tool.name, str(tool.directory or tool.image) if is_configured else "")
        for tool, is_configured in _list_tools(kind)
        if tool.name not in names
    ]


def find_installed_tool(kind: str, name: str) -> Tool | None:
    """Return a record of the tool, without a row in the database, or None.

    A tool of the same name that was added here takes its place, and is not one of these.
    """
    if Tool.objects.filter(kind=kind, name=name, course=None).exists():
        return None
    for tool, _ in _list_tools(kind):
        if tool.name == name:
            return Tool(
                kind=kind,
                name=name,
                directory=str(tool.directory or ""),
                image=tool.image or "",
                programming_languages=list(getattr(tool, "programming_languages", ())),
            )
    return None


def _list_tools(kind: str) -> Iterator[tuple[JudgeSettings | ToolSettings, bool]]:
    """Yield the tools, and whether the settings name them."""
    try:
        installation = make_installation([])
        every, configured = _find_tables(installation, kind)
    except KriterionError:
        return
    for name, tool in every.items():
        yield tool, name in configured


def _find_tables(installation: Installation, kind: str) -> tuple[_Tools, _Tools]:
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
