"""What commands take from the command line: an exercise by its directory, submissions by file."""

import sys
from pathlib import Path

import click

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.exercism import TrackExercise, load_track_exercise
from kriterion.exercises.repository import load_exercise
from kriterion.submissions.intake import Refusal, take_in
from kriterion.submissions.submission import MAXIMUM_BYTES, Submission

_ENOUGH_BYTES = 4 * MAXIMUM_BYTES  # to know that a submission is too long


def take_exercise(directory: Path, repository: Path | None) -> Exercise | None:
    """The exercise, with all its problems told on stderr; None when it cannot be used."""
    if not directory.is_dir():
        raise click.BadParameter(f"{directory}: there is no such directory", param_hint="EXERCISE")
    exercise, problems = load_exercise(directory, repository)
    for problem in problems:
        click.echo(f"{problem.gravity}: {problem}", err=True)
    return exercise


def take_track_exercise(exercise: Exercise) -> TrackExercise:
    """The exercise as tools of Exercism's see it, with what is odd about that told on stderr."""
    track_exercise, problems = load_track_exercise(exercise)
    for problem in problems:
        click.echo(f"{problem.gravity}: {exercise.id}: {problem}", err=True)
    return track_exercise


def take_submission(name: str, language: str, *, hint: str = "FILE") -> Submission:
    """The submission in a file, or on standard input when that is "-"."""
    if name == "-":
        taken = take_in("submission", sys.stdin.buffer.read(_ENOUGH_BYTES), language)
    else:
        file = Path(name)
        if not file.is_file():  # a device or a FIFO may never end
            raise click.BadParameter(f"{name}: there is no such file", param_hint=hint)
        try:
            with file.open("rb") as opened:
                taken = take_in(file.name, opened.read(_ENOUGH_BYTES), language)
        except OSError as error:
            raise click.BadParameter(f"{name}: {error.strerror}", param_hint=hint) from error
    if isinstance(taken, Refusal):
        raise click.BadParameter(f"{name}: {taken.reason}", param_hint=hint)
    return taken
