"""This process's installation: kriterion.toml, overlaid by the tools in the database."""

import threading
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kriterion.errors import ContentUnavailable
from kriterion.exercises.comment_library import COMMENTS, find_library
from kriterion.host.installation import Installation
from kriterion.host.settings import AnalyzerSettings, JudgeSettings, Settings, ToolSettings
from kriterion.web.content.content_access import (
    StoreKind,
    begin_fetching,
    find_content,
    is_fetched,
    open_store,
)
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.tools.models import Tool, ToolKind, ToolState
from kriterion_tools.contracts.dodona_judge.dialect import AnnotationEnds, Dialect, Renderer

_all_tools = CompiledQuery(lambda: Tool.objects.order_by("pk"))
_lock = threading.Lock()
_made: tuple[object, Installation] | None = None
_last_look = threading.local()  # `unavailable`: why tools were not here for this thread


def this_machine() -> Installation:
    """Return the installation with the current tools, the same object until one of them changes.

    Raises OperatorError if the settings are invalid.
    """
    global _made
    tools = _list_usable_tools()
    looks = [_compute_fingerprint(tool) for tool in tools]
    with _lock:
        if _made is None or _made[0] != looks:
            installation = make_installation(tool for tool in tools if tool.course_id is None)
            if installation.settings.teachers_add_judges:
                installation.course_judges = {
                    (tool.course_id, tool.name): _make_judge_settings(tool)
                    for tool in tools
                    if tool.course_id is not None and tool.kind == ToolKind.JUDGE
                }
            _made = (looks, installation)
        return _made[1]


def make_installation(tools: Iterable[Tool], config: Path | None = None) -> Installation:
    """Return an installation with these tools added; they override the settings' by name."""
    installation = Installation(config)
    installation.settings = _add_tools(installation.settings, tools)
    return installation


def _list_usable_tools() -> list[Tool]:
    """Return the tools that are ready, or being fetched again: then their previous copy stays in
    use.

    A course's tool never takes the name of one of the site's, even while that is broken.
    """
    tools = _all_tools.fetch_objects()  # few; choosing in the query takes longer
    sites = {(tool.kind, tool.name) for tool in tools if tool.course_id is None}
    known = [
        tool for tool in tools if tool.course_id is None or (tool.kind, tool.name) not in sites
    ]
    if is_fetched():
        checked = [tool for tool in known if tool.state == ToolState.READY or _was_checked(tool)]
        _fetch_tools(checked)
        return checked
    return [
        tool
        for tool in known
        if tool.state == ToolState.READY or (_was_checked(tool) and is_runnable(tool))
    ]


def _was_checked(tool: Tool) -> bool:
    """Whether a tool that was checked is being fetched again."""
    return tool.state in (ToolState.NEW, ToolState.CLONING) and tool.checked_at is not None


def find_unavailable_tool() -> ContentUnavailable | None:
    """Return why files of a tool were not here when this thread last checked, or ""."""
    unavailable: list[ContentUnavailable] = getattr(_last_look, "unavailable", [])
    return unavailable[0] if unavailable and is_fetched() else None


def _fetch_tools(tools: Iterable[Tool]) -> None:
    """Point the tools to their files on this machine.

    One whose files cannot be fetched keeps its place, so that no other tool takes it and nothing is
    assessed without it; it cannot be run. Holds no lock: a thread that waits for a download must
    not hold up those that renew leases.
    """
    fetched = [tool for tool in tools if tool.digest or tool.comments_digest]
    wanted = [digest for tool in fetched for digest in (tool.digest, tool.comments_digest)]
    begin_fetching(StoreKind.TOOL, filter(None, wanted))
    unavailable: list[ContentUnavailable] = []
    for tool in fetched:
        try:
            if tool.digest:
                tool.directory = str(find_content(StoreKind.TOOL, tool.digest))
            if tool.comments_digest:
                found = find_content(StoreKind.TOOL, tool.comments_digest)
                tool.comments_directory = str(found)
        except ContentUnavailable as error:
            unavailable.append(error)
            tool.directory = str(open_store(StoreKind.TOOL).home / "unavailable")
    _last_look.unavailable = unavailable


def is_runnable(tool: Tool) -> bool:
    """Whether a tool can be run at all. A misbehaving one can; its row says how it misbehaves."""
    if not tool.directory:
        return bool(tool.image) and tool.kind != ToolKind.JUDGE
    if not Path(tool.directory).is_dir():
        return False
    script = "run" if tool.kind == ToolKind.JUDGE else tool.options.get("script", "bin/run.sh")
    return (Path(tool.directory) / str(script)).is_file()


def _compute_fingerprint(tool: Tool) -> tuple[object, ...]:
    """Return a value that changes whenever a new installation is needed."""
    return (
        *(tool.pk, tool.kind, tool.name, tool.directory, tool.commit, tool.image),
        *(repr(tool.programming_languages), repr(tool.options)),
        *(tool.renderer, tool.annotation_ends, tool.description, tool.offers, tool.manual),
        tool.course_id,
        *(tool.comments_directory, tool.comments_folder, tool.comments_commit),
    )


def _add_tools(settings: Settings, tools: Iterable[Tool]) -> Settings:
    judges: dict[str, JudgeSettings] = {}
    analyzers: dict[str, AnalyzerSettings] = {}
    representers: dict[str, ToolSettings] = {}
    test_runners: dict[str, ToolSettings] = {}
    for tool in tools:
        if tool.kind == ToolKind.JUDGE:
            judges[tool.name] = _make_judge_settings(tool)
        elif tool.kind == ToolKind.ANALYZER:
            analyzers[tool.name] = _make_analyzer_settings(tool)
        elif tool.kind == ToolKind.REPRESENTER:
            representers[tool.name] = ToolSettings(**_make_tool_fields(tool))
        else:
            test_runners[tool.name] = ToolSettings(**_make_tool_fields(tool))
    # The database's tools also come first when a tool is chosen by language.
    return replace(
        settings,
        judges={**settings.judges, **judges},
        analyzers=_put_first(analyzers, settings.analyzers),
        representers=_put_first(representers, settings.representers),
        test_runners=_put_first(test_runners, settings.test_runners),
    )


def _put_first(preferred: Mapping[str, Any], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return all tools, the preferred ones first; they replace others of the same name."""
    missing = {name: tool for name, tool in others.items() if name not in preferred}
    return {**preferred, **missing}


def _make_judge_settings(tool: Tool) -> JudgeSettings:
    languages = tool.options.get("languages")
    return JudgeSettings(
        name=tool.name,
        directory=Path(tool.directory),
        image=tool.image or None,
        languages=None if languages is None else tuple(languages),
        dialect=Dialect(
            renderer=Renderer(tool.renderer), annotation_ends=AnnotationEnds(tool.annotation_ends)
        ),
        description=tool.description,
        offers=tuple(filter(None, map(str.strip, tool.offers.splitlines()))),
        manual=tool.manual,
    )


def _make_analyzer_settings(tool: Tool) -> AnalyzerSettings:
    comments = tool.options.get("comments", ())
    named = (comments,) if isinstance(comments, str) else comments
    return AnalyzerSettings(
        **_make_tool_fields(tool),
        comments=(*_find_libraries(tool), *(Path(tool.directory) / place for place in named)),
        accepted_only=tool.options.get("accepted_only", True),
    )


def _find_libraries(tool: Tool) -> tuple[Path, ...]:
    """Return the comment library configured for a tool, else the one in its own repository.

    A missing library is left out: its comments are missing, and submissions are still assessed.
    """
    if tool.comments_directory:
        library = find_library(Path(tool.comments_directory), tool.comments_folder)
    elif tool.directory:
        library = Path(tool.directory) / COMMENTS
    else:
        return ()
    return (library,) if library.is_dir() else ()


def _make_tool_fields(tool: Tool) -> dict[str, Any]:
    """Return the fields that all Exercism tools share; `options` are named as in kriterion.toml."""
    return {
        "name": tool.name,
        "directory": Path(tool.directory) if tool.directory else None,
        "image": tool.image or None,
        "programming_languages": tuple(tool.programming_languages),
        "script": tool.options.get("script", "bin/run.sh"),
        "one_directory": tool.options.get("one_directory", False),
        "time_limit": tool.options.get("time_limit"),
        "memory_limit": tool.options.get("memory_limit"),
        "exercises": tuple(tool.options.get("exercises", ())),
        "fallback": tool.options.get("fallback", True),
        "added_on_site": True,
    }
