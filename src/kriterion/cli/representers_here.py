"""The representer of an exercise: the one that was named, else the one for its language."""

from dataclasses import replace
from pathlib import Path

import click

from kriterion.assessment.representing import Representing
from kriterion.assessment.tool_run import PassedOver
from kriterion.cli.installation import Installation
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import load_track_exercise
from kriterion.settings import RepresenterSettings
from kriterion.tools.catalog import REPRESENTED_LANGUAGES, SHIPPED_REPRESENTER
from kriterion.tools.exercism_tool import MEMORY_BYTES, SECONDS, ExercismTool
from kriterion.tools.representer import PLACE, load_representer
from kriterion.tools.runtime import IMAGE_NAME
from kriterion.tools.staged import staged

SHIPPED = RepresenterSettings(
    name="kriterion",
    directory=SHIPPED_REPRESENTER,
    image=IMAGE_NAME,
    programming_languages=REPRESENTED_LANGUAGES,
)


def find_representer(
    installation: Installation, exercise: Exercise, named: str | None
) -> Representing | PassedOver:
    """What represents submissions to an exercise; its oddities are told on stderr.

    `named` is a directory or a name of the settings. Raises OperatorError when it cannot be run.
    """
    track_exercise, problems = load_track_exercise(exercise)
    chosen = _chosen(installation, track_exercise.programming_language, named)
    if chosen is None:
        language = track_exercise.programming_language or "an exercise without a language"
        return PassedOver(f"there is no representer for {language} here")
    for problem in problems:
        click.echo(f"{problem.gravity}: {exercise.id}: {problem}", err=True)
    return Representing(tool=_load(installation, chosen), exercise=track_exercise)


def _chosen(
    installation: Installation, language: str | None, named: str | None
) -> RepresenterSettings | None:
    """Those of the settings come before ours."""
    settled = installation.settings.representers
    known = {SHIPPED.name: SHIPPED, **settled}
    if named is None:
        fitting = (
            each
            for each in (*settled.values(), SHIPPED)
            if language is not None and _represents(each, language)
        )
        return next(fitting, None)
    directory = Path(named).expanduser()
    if named in known and not directory.is_dir():
        return known[named]
    places = {
        each.directory.resolve(): each for each in known.values() if each.directory is not None
    }
    unknown = RepresenterSettings(name=named, directory=directory)
    return places.get(directory.resolve(), unknown)


def _represents(representer: RepresenterSettings, language: str) -> bool:
    return language.lower() in map(str.lower, representer.programming_languages)


def _load(installation: Installation, chosen: RepresenterSettings) -> ExercismTool:
    directory = chosen.directory
    if directory is None:
        tool = ExercismTool(directory=None, place=PLACE, command=(chosen.script,))
    else:
        tool = load_representer(directory, script=chosen.script)
        tool = replace(tool, directory=staged(directory, installation.settings.data))
    return replace(
        tool,
        image=chosen.image,
        one_directory=chosen.one_directory,
        seconds=chosen.time_limit or SECONDS,
        memory_bytes=chosen.memory_limit or MEMORY_BYTES,
    )
