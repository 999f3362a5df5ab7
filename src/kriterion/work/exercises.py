"""Activities as the core knows them: exercises, lessons, tutorials and playgrounds from the disk.

What was read of a version of a repository is kept: its files do not change under one commit.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from kriterion.contracts.learn_ocaml_repository.lesson import Lesson
from kriterion.contracts.learn_ocaml_repository.playground import Playground
from kriterion.contracts.learn_ocaml_repository.tutorial.model import Tutorial
from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise, RepositoryFormat
from kriterion.exercises.exercism import TrackExercise, load_track_exercise
from kriterion.exercises.learn_ocaml import Course, load_course
from kriterion.exercises.learn_ocaml.layout import exercises_directory
from kriterion.exercises.problem import Gravity, Problem
from kriterion.exercises.repository import load_exercise
from kriterion.store.models import Activity, Repository

_EXERCISES = 512  # kept in memory, as are so many
_COURSES = 8

_Version = tuple[str, str, str]  # a repository's directory and format, and what it changes with


def exercise_of(activity: Activity) -> Exercise:
    """The exercise or reading of an activity. Raises OperatorError when it cannot be used."""
    return _load_exercise(_version(activity.repository), activity.path)


def track_exercise_of(activity: Activity) -> TrackExercise:
    """The same as tools of Exercism's see it. Raises as `exercise_of` does."""
    return _load_track_exercise(_version(activity.repository), activity.path)


def lesson_of(activity: Activity) -> Lesson:
    """The lesson of an activity. Raises OperatorError when it cannot be used."""
    lessons = _load_course(_version(activity.repository)).lessons
    for entry, lesson in lessons.items():
        if entry.id == activity.path:
            return lesson
    raise _unusable(activity.path)


def tutorial_of(activity: Activity) -> Tutorial:
    """The tutorial of an activity. Raises OperatorError when it cannot be used."""
    try:
        return _load_course(_version(activity.repository)).tutorials[activity.path]
    except KeyError as error:
        raise _unusable(activity.path) from error


def playground_of(activity: Activity) -> Playground:
    """The playground of an activity. Raises OperatorError when it cannot be used."""
    for playground in _load_course(_version(activity.repository)).playgrounds:
        if playground.id == activity.path:
            return playground
    raise _unusable(activity.path)


def course_of(repository: Repository) -> Course:
    """Everything that a learn-ocaml repository holds."""
    return _load_course(_version(repository))


def _version(repository: Repository) -> _Version:
    read = "" if repository.read_at is None else repository.read_at.isoformat()
    return repository.directory, repository.format, f"{repository.commit} {read}"


@lru_cache(maxsize=_EXERCISES)
def _load_exercise(version: _Version, path: str) -> Exercise:
    directory, written_as, _ = version
    root = Path(directory)
    around = exercises_directory(root) if written_as == RepositoryFormat.LEARN_OCAML else root
    exercise, problems = load_exercise(around / path, root)
    if exercise is None:
        raise _unusable(path, problems)
    return exercise


@lru_cache(maxsize=_EXERCISES)
def _load_track_exercise(version: _Version, path: str) -> TrackExercise:
    exercise, _ = load_track_exercise(_load_exercise(version, path))
    return exercise


@lru_cache(maxsize=_COURSES)
def _load_course(version: _Version) -> Course:
    return load_course(Path(version[0]))


def _unusable(path: str, problems: Iterable[Problem] = ()) -> OperatorError:
    reasons = [str(problem) for problem in problems if problem.gravity is Gravity.ERROR]
    return OperatorError(
        f"{path}: cannot be used: {'; '.join(reasons) or 'it is not in its repository'}",
        fix="mend its files, then have the repository read again",
    )
