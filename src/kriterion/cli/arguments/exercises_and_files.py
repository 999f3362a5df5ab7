"""Load exercises and read submissions that are named on the command line."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import TrackExercise, list_submitted_files, load_track_exercise
from kriterion.refusals import Refusal
from kriterion.submissions.file_names import find_name_fault
from kriterion.submissions.intake import accept_file, accept_files
from kriterion.submissions.submission import MAXIMUM_BYTES, SubmittedFiles

_READ_BYTES = 4 * MAXIMUM_BYTES  # enough to detect that a file is too long


def read_exercise(directory: Path, repository: Path | None) -> Exercise | None:
    """Load an exercise and print its problems to stderr; return None if it is unusable."""
    if not directory.is_dir():
        raise click.BadParameter(f"{directory}: no such directory", param_hint="EXERCISE")
    exercise, problems = load_exercise(directory, repository)
    for problem in problems:
        click.echo(f"{problem.severity}: {problem}", err=True)
    return exercise


def read_track_exercise(exercise: Exercise) -> TrackExercise:
    """Return the exercise in the form of a track's; print problems of the conversion to stderr."""
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
    file_names = list_submitted_files(exercise, as_track)
    if together:
        files = [(_match_file_name(name, file_names), name) for name in names]
        return [_read_files(files, as_track, file_names, language)]
    return [
        _read_files(_find_files(Path(name), file_names), as_track, file_names, language)
        if Path(name).is_dir()
        else read_submission(name, language)
        for name in names
    ]


def _find_files(directory: Path, file_names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the exercise's files in the directory, as (name in the exercise, path)."""
    files = [
        (name, str(directory / name))
        for name in file_names
        if find_name_fault(name) is None and (directory / name).is_file()
    ]
    if not files:
        wanted = ", ".join(file_names)
        raise click.BadParameter(f"{directory}: has none of the files {wanted}", param_hint="FILE")
    return files


def _match_file_name(path: str, file_names: Sequence[str]) -> str:
    """Return the exercise's file name that the path ends with, or else its last component."""
    components = Path(path).parts
    for name in sorted(file_names, key=len, reverse=True):
        wanted = Path(name).parts
        if components[-len(wanted) :] == wanted:
            return name
    return components[-1]


def _read_files(
    named_paths: Sequence[tuple[str, str]],
    as_track: TrackExercise,
    file_names: Sequence[str],
    language: str,
) -> SubmittedFiles:
    files: dict[str, bytes] = {}
    for name, path in named_paths:
        if name in files:
            raise click.BadParameter(f"{path}: is the second file for {name}", param_hint="FILE")
        files[name] = _read_limited(path, "FILE")
    configuration = as_track.configuration
    submission = accept_files(
        files,
        language,
        expected_names=file_names,
        tests=configuration.test,
        editor=configuration.editor,
        material=as_track.material,
    )
    if isinstance(submission, Refusal):
        raise click.BadParameter(submission.reason, param_hint="FILE")
    return submission


def read_submission(name: str, language: str, *, hint: str = "FILE") -> SubmittedFiles:
    """Read a submission from a file, or from standard input for "-"."""
    content = _read_limited(name, hint)
    submission = accept_file("submission" if name == "-" else Path(name).name, content, language)
    if isinstance(submission, Refusal):
        raise click.BadParameter(f"{name}: {submission.reason}", param_hint=hint)
    return submission


def _read_limited(name: str, hint: str) -> bytes:
    """Read a file, at most _READ_BYTES of it: enough to detect that it is too long."""
    if name == "-":
        return sys.stdin.buffer.read(_READ_BYTES)
    file = Path(name)
    if not file.is_file():  # a device or a FIFO may never end
        raise click.BadParameter(f"{name}: no such file", param_hint=hint)
    try:
        with file.open("rb") as opened:
            return opened.read(_READ_BYTES)
    except OSError as error:
        raise click.BadParameter(f"{name}: {error.strerror}", param_hint=hint) from error
