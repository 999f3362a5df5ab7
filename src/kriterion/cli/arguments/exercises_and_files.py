"""What commands take from the command line: an exercise by its directory, submissions by file."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import TrackExercise, asked_files, load_track_exercise
from kriterion.submissions.file_names import fault_of
from kriterion.submissions.intake import Refusal, take_in, take_in_files
from kriterion.submissions.submission import MAXIMUM_BYTES, SubmittedFiles

_ENOUGH_BYTES = 4 * MAXIMUM_BYTES  # to know that a submission is too long


def take_exercise(directory: Path, repository: Path | None) -> Exercise | None:
    """The exercise, with all its problems told on stderr; None when it cannot be used."""
    if not directory.is_dir():
        raise click.BadParameter(f"{directory}: there is no such directory", param_hint="EXERCISE")
    exercise, problems = load_exercise(directory, repository)
    for problem in problems:
        click.echo(f"{problem.severity}: {problem}", err=True)
    return exercise


def take_track_exercise(exercise: Exercise) -> TrackExercise:
    """The exercise as tools of Exercism's see it, with what is odd about that told on stderr."""
    track_exercise, problems = load_track_exercise(exercise)
    for problem in problems:
        click.echo(f"{problem.severity}: {exercise.id}: {problem}", err=True)
    return track_exercise


def take_submissions(
    names: Sequence[str], exercise: Exercise, language: str, *, together: bool
) -> list[SubmittedFiles]:
    """The submissions in files; a directory is one, as are all files `together`."""
    if not together and not any(Path(name).is_dir() for name in names):
        return [take_submission(name, language) for name in names]
    as_track, _ = load_track_exercise(exercise)
    asked = asked_files(exercise, as_track)
    if together:
        found = [(_name_in_exercise(name, asked), name) for name in names]
        return [_take_several(found, as_track, asked, language)]
    return [
        _take_several(_files_in(Path(name), asked), as_track, asked, language)
        if Path(name).is_dir()
        else take_submission(name, language)
        for name in names
    ]


def _files_in(directory: Path, asked: Sequence[str]) -> list[tuple[str, str]]:
    """The files of a directory that an exercise asks for: their names there, and their paths."""
    found = [
        (name, str(directory / name))
        for name in asked
        if fault_of(name) is None and (directory / name).is_file()
    ]
    if not found:
        told = ", ".join(asked)
        raise click.BadParameter(f"{directory}: has none of the files {told}", param_hint="FILE")
    return found


def _name_in_exercise(path: str, asked: Sequence[str]) -> str:
    """The name of the exercise's that a path ends with, else its last step."""
    steps = Path(path).parts
    for name in sorted(asked, key=len, reverse=True):
        wanted = Path(name).parts
        if steps[-len(wanted) :] == wanted:
            return name
    return steps[-1]


def _take_several(
    found: Sequence[tuple[str, str]],
    as_track: TrackExercise,
    asked: Sequence[str],
    language: str,
) -> SubmittedFiles:
    files: dict[str, bytes] = {}
    for name, path in found:
        if name in files:
            raise click.BadParameter(f"{path}: is the second file {name}", param_hint="FILE")
        files[name] = _read(path, "FILE")
    configuration = as_track.configuration
    taken = take_in_files(
        files,
        language,
        asked=asked,
        tests=configuration.test,
        editor=configuration.editor,
        material=as_track.material,
    )
    if isinstance(taken, Refusal):
        raise click.BadParameter(taken.reason, param_hint="FILE")
    return taken


def take_submission(name: str, language: str, *, hint: str = "FILE") -> SubmittedFiles:
    """The submission in a file, or on standard input when that is "-"."""
    content = _read(name, hint)
    taken = take_in("submission" if name == "-" else Path(name).name, content, language)
    if isinstance(taken, Refusal):
        raise click.BadParameter(f"{name}: {taken.reason}", param_hint=hint)
    return taken


def _read(name: str, hint: str) -> bytes:
    """As much of a file as is needed to know that it is too long."""
    if name == "-":
        return sys.stdin.buffer.read(_ENOUGH_BYTES)
    file = Path(name)
    if not file.is_file():  # a device or a FIFO may never end
        raise click.BadParameter(f"{name}: there is no such file", param_hint=hint)
    try:
        with file.open("rb") as opened:
            return opened.read(_ENOUGH_BYTES)
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint=hint) from error
