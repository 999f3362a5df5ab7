"""Choose and load an Exercism tool of any kind: test runner, analyzer or representer."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TypeVar

from kriterion.assessment.tool_run import SkippedTool
from kriterion.exercises.exercism import TrackExercise
from kriterion.host.settings import ToolSettings
from kriterion.host.settings.locations import expand_home
from kriterion.tools.exercism_tool import MEMORY_BYTES, SECONDS, ExercismTool, load_tool
from kriterion.tools.staging import copy_if_private

_KnownSettings = TypeVar("_KnownSettings", bound=ToolSettings)


def find_tool_for(
    known: Mapping[str, _KnownSettings], language: str | None, slug: str | None = None
) -> _KnownSettings | None:
    """Return the first tool for a programming language, or None.

    It must know the exercise with this slug; without one, it may know only some exercises.
    """
    if language is None:
        return None
    for tool in known.values():
        if not _is_for(tool, language):
            continue
        if slug is None or knows_exercise(tool, slug):
            return tool
        if not tool.fallback:
            return None
    return None


def knows_exercise(tool: ToolSettings, slug: str) -> bool:
    """Whether a tool gets the exercise with this slug."""
    return not tool.exercises or any(fnmatchcase(slug, pattern) for pattern in tool.exercises)


def find_named_tool(
    known: Mapping[str, _KnownSettings], named: str, kind: Callable[..., _KnownSettings]
) -> _KnownSettings:
    """Return the tool of that name, else the one in that directory, with defaults if unknown."""
    directory = expand_home(named)
    if named in known and not directory.is_dir():
        return known[named]
    places = {
        tool.directory.resolve(): tool for tool in known.values() if tool.directory is not None
    }
    return places.get(directory.resolve()) or kind(name=named, directory=directory)


def choose_tool(
    known: Mapping[str, _KnownSettings],
    exercise: TrackExercise,
    named: str | None,
    *,
    kind: str,
    settings: Callable[..., _KnownSettings],
) -> _KnownSettings | SkippedTool:
    """Choose the tool that is `named`, by name or directory, else the first for the exercise."""
    if named is not None:
        return find_named_tool(known, named, settings)
    chosen = find_tool_for(known, exercise.programming_language, exercise.slug)
    if chosen is not None:
        return chosen
    language = exercise.programming_language or "an exercise without a language"
    if find_tool_for(known, exercise.programming_language) is not None:
        return SkippedTool(f"no {kind} for {language} here knows the exercise {exercise.slug}")
    return SkippedTool(f"there is no {kind} for {language} here")


def load_track_tool(chosen: ToolSettings, *, place: str, data: Path) -> ExercismTool:
    """Load a tool to be mounted at `place`. Raises OperatorError if it cannot be run."""
    if chosen.directory is None:
        tool = ExercismTool(directory=None, place=place, command=(chosen.script,))
    else:
        tool = load_tool(chosen.directory, place=place, script=chosen.script)
        tool = replace(tool, directory=copy_if_private(chosen.directory, data))
    return replace(
        tool,
        image=chosen.image,
        one_directory=chosen.one_directory,
        seconds=chosen.time_limit or SECONDS,
        memory_bytes=chosen.memory_limit or MEMORY_BYTES,
    )


def _is_for(tool: ToolSettings, language: str) -> bool:
    return language.lower() in map(str.lower, tool.programming_languages)
