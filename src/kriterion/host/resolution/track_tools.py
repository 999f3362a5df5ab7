"""Which of several tools of Exercism's serves an exercise, and how it is loaded."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from kriterion.exercises.exercism import TrackExercise
from kriterion.host.settings import ToolSettings
from kriterion.host.settings.locations import expand_home
from kriterion.tools.exercism_tool import MEMORY_BYTES, SECONDS, ExercismTool, load_tool
from kriterion.tools.staging import staged

_Known = TypeVar("_Known", bound=ToolSettings)


def tool_for(known: Mapping[str, _Known], language: str | None) -> _Known | None:
    """The first that is for a programming language."""
    if language is None:
        return None
    return next((each for each in known.values() if _is_for(each, language)), None)


def tool_named(known: Mapping[str, _Known], named: str, kind: Callable[..., _Known]) -> _Known:
    """The tool of that name, else the one in that directory, of which nothing may be known."""
    directory = expand_home(named)
    if named in known and not directory.is_dir():
        return known[named]
    places = {
        each.directory.resolve(): each for each in known.values() if each.directory is not None
    }
    return places.get(directory.resolve()) or kind(name=named, directory=directory)


def none_for(exercise: TrackExercise, kind: str) -> str:
    """Why there is no tool for an exercise, in words."""
    language = exercise.programming_language or "an exercise without a language"
    return f"there is no {kind} for {language} here"


def load(chosen: ToolSettings, *, place: str, data: Path) -> ExercismTool:
    """The tool as it is run, at that place. Raises OperatorError when it cannot be."""
    if chosen.directory is None:
        tool = ExercismTool(directory=None, place=place, command=(chosen.script,))
    else:
        tool = load_tool(chosen.directory, place=place, script=chosen.script)
        tool = replace(tool, directory=staged(chosen.directory, data))
    return replace(
        tool,
        image=chosen.image,
        one_directory=chosen.one_directory,
        seconds=chosen.time_limit or SECONDS,
        memory_bytes=chosen.memory_limit or MEMORY_BYTES,
    )


def _is_for(tool: ToolSettings, language: str) -> bool:
    return language.lower() in map(str.lower, tool.programming_languages)
