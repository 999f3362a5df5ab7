"""Read one exercise of a track, a directory with `.meta/config.json`, into an Exercise.

It names no judge: the test runner for its language runs its tests.
Source: exercism/docs 19e037f, building/tracks (practice and concept exercises, config.json).
"""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from kriterion.exercises.exercise import Description, DescriptionFormat, EditorFile, Exercise
from kriterion.exercises.exercism.approaches_file import load_approaches
from kriterion.exercises.exercism.meta_configuration import (
    MAXIMUM_BYTES,
    MetaConfiguration,
    read_configuration,
)
from kriterion.exercises.exercism.track_layout import CONFIG, TRACK_CONFIG, is_track
from kriterion.exercises.exercism.track_listing import (
    ListedExercise,
    TrackListing,
    read_listing,
)
from kriterion.exercises.exercism.track_texts import INSTRUCTIONS, compose_text, load_hints
from kriterion.exercises.json_object import read_object
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import (
    Files,
    FileTooLarge,
    Missing,
    Unreadable,
    decode_text,
    escape_name,
)
from kriterion_tools.diagnostic import Diagnostic

MAX_EDITOR_FILES = 20  # to edit, and to read; as many as a submission may have
MAX_EDITOR_BYTES = 4 * 65_535  # of each; as many as a draft may have

_MAXIMUM_TEXT_BYTES = 4 * 1024 * 1024


def load_exercise(directory: Path, root: Path) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
    """Load the exercise in a directory; None if it is unusable."""
    problems = Problems()
    if not directory.is_relative_to(root):
        problems.refuse(
            escape_name(str(directory)),
            f"is not in {escape_name(str(root))}",
            code="exercise.outside-repository",
        )
        return None, tuple(problems)
    track = _load_track(Files(root), directory, problems)
    return read_exercise(Files(root), directory, track, problems), tuple(problems)


def read_exercise(
    files: Files, directory: Path, track: TrackListing, problems: Problems
) -> Exercise | None:
    """Read an exercise of a track, given what the track says about its exercises."""
    file = files.name(directory / CONFIG)
    try:
        content = files.load_below(directory / CONFIG, at_most=MAXIMUM_BYTES)
    except Unreadable as error:
        problems.refuse(file, str(error), code="file.unreadable")
        return None
    configuration = read_configuration(content, file, problems)
    if configuration is None:
        return None
    _, odd = load_approaches(directory, files.root)
    problems.add(odd)
    listed = track.find(directory.parent.name, directory.name)
    load = partial(_load_text, files, directory, problems=problems)
    description, hints = compose_text(load), load_hints(load)
    editor_files = tuple(_load_editor_files(files, directory, configuration, problems))
    examples = {
        name: text
        for name in configuration.exemplar or configuration.example
        if (text := _load_text(files, directory, name, problems)) is not None
    }
    return Exercise(
        id=directory.relative_to(files.root).as_posix(),
        directory=directory,
        repository=files.root,
        names={"en": _make_title(directory.name, listed)},
        descriptions={}
        if description is None
        else {"en": _make_description(files, directory, description)},
        hints={"en": hints} if hints else {},
        programming_language=track.language,
        boilerplates={"": editor_files[0].text} if configuration.solution else {},
        editor_files=editor_files,
        solutions=examples,
        solutions_directory=".",
        test_files=configuration.test,
        trains=() if listed is None else listed.trains,
        requires=() if listed is None else listed.requires,
        # Ours counts to 5, in halves.
        difficulty=None if listed is None or listed.difficulty is None else listed.difficulty / 2,
    )


def _load_track(files: Files, directory: Path, problems: Problems) -> TrackListing:
    """Return the listing of the track around an exercise, an empty one if it is in no track."""
    for outer in directory.parents:
        if not outer.is_relative_to(files.root):
            break
        if is_track(outer):
            return load_track(files, outer, problems)
    return TrackListing()


def load_track(files: Files, directory: Path, problems: Problems) -> TrackListing:
    """Return a track's listing; an empty one if it is unreadable, with problems saying why."""
    path = directory / TRACK_CONFIG
    try:
        content = files.load(path, at_most=_MAXIMUM_TEXT_BYTES)
    except Unreadable as error:
        problems.warn(files.name(path), str(error), code="file.unreadable")
        return TrackListing()
    file_problems = Problems()
    track = read_object(content, files.name(path), file_problems)
    for problem in file_problems:  # the exercise is usable without it
        problems.warn(
            problem.file, problem.what, where=problem.where, fix=problem.fix, code=problem.code
        )
    return read_listing(track or {})


def _make_title(slug: str, listed: ListedExercise | None) -> str:
    """Return the track's name for it, else its slug in words."""
    if listed is not None and listed.name.strip():
        return listed.name
    return slug.replace("-", " ").title()


def _make_description(files: Files, directory: Path, text: str) -> Description:
    file = files.name(directory / INSTRUCTIONS)
    return Description(format=DescriptionFormat.MARKDOWN, text=text, file=file)


def _load_editor_files(
    files: Files, directory: Path, configuration: MetaConfiguration, problems: Problems
) -> Iterator[EditorFile]:
    """Yield the files that students edit, then those that they read, each up to the maximum.

    A file in both lists is read-only, unless nothing would be left to edit. A file to edit that is
    missing begins empty.
    """
    provided = dict.fromkeys(configuration.editor)
    solution = dict.fromkeys(configuration.solution)
    edited = [name for name in solution if name not in provided] or [*solution]
    for name in edited[:MAX_EDITOR_FILES]:
        text = _load_text(files, directory, name, problems, at_most=MAX_EDITOR_BYTES)
        yield EditorFile(name=name, text=_normalize_line_ends(text or ""))
    read_only = [name for name in provided if name not in edited]
    for name in read_only[:MAX_EDITOR_FILES]:
        text = _load_text(files, directory, name, problems, at_most=MAX_EDITOR_BYTES)
        if text is not None:
            yield EditorFile(name=name, text=_normalize_line_ends(text), is_read_only=True)


def _normalize_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n")


def _load_text(
    files: Files,
    directory: Path,
    name: str,
    problems: Problems,
    *,
    at_most: int = _MAXIMUM_TEXT_BYTES,
) -> str | None:
    """Return a file's text; None if it is missing. A name that leads outside is a problem."""
    path = Path(os.path.normpath(directory / name))
    if "\0" in name or not path.is_relative_to(directory):
        problems.warn(
            files.name(directory / CONFIG),
            f"{name!r} is not in the exercise's directory",
            code="exercism.config.foreign-file",
        )
        return None
    try:
        content = files.load_below(path, at_most=at_most)
    except Missing:
        return None
    except FileTooLarge as error:
        fix = "shorten it, or remove it from the files in .meta/config.json: students do not see it"
        problems.warn(files.name(path), str(error), fix=fix, code="file.unreadable")
        return None
    except Unreadable as error:
        problems.warn(files.name(path), str(error), code="file.unreadable")
        return None
    return decode_text(content, files.name(path), problems)
