"""What an Exercism tool needs of an exercise, in any format.

A track's exercise has it all in its directory. For one of another format it is generated: tools
read `.meta/config.json`, and some fail without it.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism.meta_configuration import (
    MAXIMUM_BYTES,
    MetaConfiguration,
    read_configuration,
)
from kriterion.exercises.exercism.track_layout import CONFIG, is_exercise
from kriterion.exercises.exercism.track_material import load_material
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, Missing, Unreadable
from kriterion_tools.diagnostic import Diagnostic
from kriterion_tools.languages import LANGUAGES, find_language


@dataclass(frozen=True, kw_only=True, slots=True)
class TrackExercise:
    """An exercise as a tool gets it: its slug, and its files by name beside the student's.

    `programming_language` is the exercise's, else inferred from its solution's name.
    """

    slug: str
    configuration: MetaConfiguration
    programming_language: str | None = None
    material: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def solution_file(self) -> str:
        """The name of the student's file, if there is only one."""
        return self.configuration.solution[0]


def load_track_exercise(exercise: Exercise) -> tuple[TrackExercise, tuple[Diagnostic, ...]]:
    """Return the exercise for its tools, with problems. It is always usable.

    If the name of the student's file is missing, it gets one.
    """
    problems = Problems()
    slug = make_slug(exercise.directory.name)
    # Problems of a track's own exercise were reported when it was read.
    configuration_problems = Problems() if is_exercise(exercise.directory) else problems
    written = _load_configuration(exercise.directory, configuration_problems)
    load = _load_meta if written is None else load_material
    material = load(exercise.directory, problems)
    configuration = written or MetaConfiguration()
    if not configuration.solution:
        name = _make_file_name(slug, exercise.programming_language)
        configuration = replace(configuration, solution=(name,))
        material = {**material, CONFIG: _generate_configuration(configuration)}
    return (
        TrackExercise(
            slug=slug,
            configuration=configuration,
            programming_language=exercise.programming_language
            or _guess_language(configuration.solution[0]),
            material=material,
        ),
        tuple(problems),
    )


def list_submitted_files(exercise: Exercise, as_track: TrackExercise) -> tuple[str, ...]:
    """Return the files that students submit, main file first; only tracks have several."""
    names = tuple(file.name for file in exercise.editor_files if not file.is_read_only)
    return names or (as_track.solution_file,)


def make_slug(name: str) -> str:
    """Turn a directory's name into a slug: lower-case letters, digits and single dashes."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "exercise"


def _load_configuration(directory: Path, problems: Problems) -> MetaConfiguration | None:
    """Return None for an exercise that is not in a track."""
    try:
        content = Files(directory).load(directory / CONFIG, at_most=MAXIMUM_BYTES)
    except Missing:
        return None
    except Unreadable as error:
        problems.warn(CONFIG, str(error), code="file.unreadable")
        return None
    return read_configuration(content, CONFIG, problems)


def _load_meta(directory: Path, problems: Problems) -> dict[str, bytes]:
    """Return files that an exercise outside a track has for its tools, such as rules for an
    analyzer.
    """
    place = directory / CONFIG.partition("/")[0]
    if place.is_symlink() or not place.is_dir():
        return {}
    material = load_material(place, problems)
    return {f"{place.name}/{name}": content for name, content in material.items()}


def _make_file_name(slug: str, programming_language: str | None) -> str:
    name = slug.replace("-", "_")
    language = find_language(programming_language or "")
    return f"{name}{language.suffixes[0]}" if language else name


def _guess_language(path: str) -> str | None:
    """Return the exercises' name for the language whose first suffix a file has."""
    suffix = PurePosixPath(path).suffix
    return next(
        (
            language.names[0]
            for language in LANGUAGES
            if language.names and language.suffixes[0] == suffix
        ),
        None,
    )


def _generate_configuration(configuration: MetaConfiguration) -> bytes:
    # Some tools fail when no test is named, whether or not there is one.
    stem, dot, ending = configuration.solution[0].partition(".")
    files = {
        "solution": configuration.solution,
        "test": configuration.test or (f"{stem}_test{dot}{ending}",),
        "example": configuration.example,
        "editor": configuration.editor,
    }
    return json.dumps({"files": files}).encode()
