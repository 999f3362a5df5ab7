"""Load exercises and read submissions that are named on the command line."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import TrackExercise, asked_files, load_track_exercise
from kriterion.refusals import Refusal
from kriterion.submissions.file_names import fault_of
from kriterion.submissions.intake import take_in, take_in_files
from kriterion.submissions.submission import MAXIMUM_BYTES, SubmittedFiles

_ENOUGH_BYTES = 4 * MAXIMUM_BYTES  # enough to see that it is too long


def read_exercise(directory: Path, repository: Path | None) -> Exercise | None:
    """Load an exercise and print its problems to stderr; return None if it is unusable."""
    if not directory.is_dir():
        raise click.BadParameter(f"{directory}: no such directory", param_hint="EXERCISE")
    exercise, problems = load_exercise(directory, repository)
    for problem in problems:
        click.echo(f"{problem.severity}: {problem}", err=True)
    return exercise


def read_track_exercise(exercise: Exercise) -> TrackExercise:
    """Return the exercise as Exercism's tools see it; print what does not fit to stderr."""
    track_exercise, problems = load_track_exercise(exercise)
    for problem in problems:
        click.echo(f"{problem.severity}: {exercise.id}: {problem}", err=True)
    return track_exercise


def read_submissions(
    names: Sequence[str], exercise: Exercise, language: str, *, together: bool
) -> list[SubmittedFiles]:
    """Read the submissions. A directory is one submission; with `together`, so are all files."""
    if not together and not any(Path(name).is_dir() for name in names):
        return [read_submission(name, language) for name in names]
    as_track, _ = load_track_exercise(exercise)
    asked = asked_files(exercise, as_track)
    if together:
        files = [(_name_in_exercise(name, asked), name) for name in names]
        return [_read_several(files, as_track, asked, language)]
    return [
        _read_several(_files_in(Path(name), asked), as_track, asked, language)
        if Path(name).is_dir()
        else read_submission(name, language)
        for name in names
    ]


def _files_in(directory: Path, asked: Sequence[str]) -> list[tuple[str, str]]:
    """List the exercise's files that the directory has, as (name in the exercise, path)."""
    files = [
        (name, str(directory / name))
        for name in asked
        if fault_of(name) is None and (directory / name).is_file()
    ]
    if not files:
        wanted = ", ".join(asked)
        raise click.BadParameter(f"{directory}: has none of the files {wanted}", param_hint="FILE")
    return files


def _name_in_exercise(path: str, asked: Sequence[str]) -> str:
    """Return the exercise's file name that the path ends with, otherwise the last component."""
    steps = Path(path).parts
    for name in sorted(asked, key=len, reverse=True):
        wanted = Path(name).parts
        if steps[-len(wanted) :] == wanted:
            return name
    return steps[-1]


def _read_several(
    named_paths: Sequence[tuple[str, str]],
    as_track: TrackExercise,
    asked: Sequence[str],
    language: str,
) -> SubmittedFiles:
    files: dict[str, bytes] = {}
    for name, path in named_paths:
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


def read_submission(name: str, language: str, *, hint: str = "FILE") -> SubmittedFiles:
    """Read a submission from a file, or from standard input for "-"."""
    content = _read(name, hint)
    taken = take_in("submission" if name == "-" else Path(name).name, content, language)
    if isinstance(taken, Refusal):
        raise click.BadParameter(f"{name}: {taken.reason}", param_hint=hint)
    return taken


def _read(name: str, hint: str) -> bytes:
    """Read a file, but no further than it takes to see that it is too long."""
    if name == "-":
        return sys.stdin.buffer.read(_ENOUGH_BYTES)
    file = Path(name)
    if not file.is_file():  # a device or a FIFO may never end
        raise click.BadParameter(f"{name}: no such file", param_hint=hint)
    try:
        with file.open("rb") as opened:
            return opened.read(_ENOUGH_BYTES)
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint=hint) from error
