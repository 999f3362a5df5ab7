"""Load activities as the core's exercises and playgrounds.

Results are cached per version of a repository: its files do not change within a commit.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.exercises.exercise import Exercise, RepositoryFormat
from kriterion.exercises.exercise_loading import load_exercise
from kriterion.exercises.exercism import (
    TrackExercise,
    list_submitted_files,
    load_approach_text,
    load_approaches,
    load_track_exercise,
)
from kriterion.exercises.learn_ocaml import LearnOcamlCourse, load_exercises
from kriterion.exercises.learn_ocaml.readings import load_repository_playgrounds
from kriterion.exercises.learn_ocaml.repository_layout import find_exercises_directory
from kriterion.submissions.file_names import filter_files
from kriterion.web.catalog.models import Activity
from kriterion.web.catalog.repository_directory import find_directory
from kriterion.web.repositories.models import Repository
from kriterion_tools.contracts.exercism_analyzer.approaches import Approach
from kriterion_tools.contracts.learn_ocaml_repository.playground import Playground
from kriterion_tools.diagnostic import Diagnostic, Severity

_EXERCISES = 512  # size of the cache
_COURSES = 8

Version = tuple[str, str, str]


def load_activity_exercise(activity: Activity) -> Exercise:
    """Return an activity's exercise or reading. Raises OperatorError if it cannot be used."""
    return _load_exercise(find_repository_version(activity.repository), activity.path)


def load_activity_track_exercise(activity: Activity) -> TrackExercise:
    """Return an activity's exercise as Exercism's tools see it. Raises OperatorError, too."""
    return _load_track_exercise(find_repository_version(activity.repository), activity.path)


def list_file_names(activity: Activity) -> tuple[str, ...]:
    """Return the names of the files that students submit, main file first. Raises OperatorError.

    Names that cannot be submitted are left out; `check` reports them to the author.
    """
    exercise = load_activity_track_exercise(activity)
    names = list_submitted_files(load_activity_exercise(activity), exercise)
    if len(names) == 1:
        return names
    return _filter_usable(exercise, names) or names[:1]


def filter_usable_names(activity: Activity, names: Iterable[str]) -> tuple[str, ...]:
    """Filter names under which files can be submitted. Raises OperatorError."""
    exercise = load_activity_track_exercise(activity)
    return _filter_usable(exercise, names, material=exercise.material)


def load_activity_approaches(activity: Activity) -> tuple[Approach, ...]:
    """Return the known ways to solve an exercise. Raises OperatorError."""
    return _load_approaches(find_repository_version(activity.repository), activity.path)


def read_approach_text(activity: Activity, slug: str) -> str:
    """Return an approach's description, in Markdown. Raises OperatorError."""
    exercise = load_activity_exercise(activity)
    return load_approach_text(exercise.directory, exercise.repository, slug)


def load_playground(activity: Activity) -> Playground:
    """Return an activity's playground. Raises OperatorError if it cannot be used."""
    for playground in _load_playgrounds(find_repository_version(activity.repository)):
        if playground.id == activity.path:
            return playground
    raise make_unusable_error(activity.path)


def load_learn_ocaml_course(repository: Repository) -> LearnOcamlCourse:
    """Return the exercises of a learn-ocaml repository."""
    return _load_course(find_repository_version(repository))


def find_repository_version(repository: Repository) -> Version:
    """Return a repository's directory and format, and a value that changes with its files.

    Raises ContentUnavailable, an OperatorError, if they are not here and cannot be fetched.
    """
    directory = str(find_directory(repository))
    if repository.digest:
        return directory, repository.format, repository.digest
    read = "" if repository.read_at is None else repository.read_at.isoformat()
    return directory, repository.format, f"{repository.commit} {read}"


def _filter_usable(
    exercise: TrackExercise, names: Iterable[str], material: Collection[str] = ()
) -> tuple[str, ...]:
    configuration = exercise.configuration
    files = dict.fromkeys(names, b"")
    kept = filter_files(
        files,
        solution=configuration.solution,
        tests=configuration.test,
        editor=configuration.editor,
        material=material,
    ).kept
    return tuple(kept)


@lru_cache(maxsize=_EXERCISES)
def _load_exercise(version: Version, path: str) -> Exercise:
    directory, written_as, _ = version
    root = Path(directory)
    around = find_exercises_directory(root) if written_as == RepositoryFormat.LEARN_OCAML else root
    exercise, problems = load_exercise(around / path, root)
    if exercise is None:
        raise make_unusable_error(path, problems)
    return exercise


@lru_cache(maxsize=_EXERCISES)
def _load_track_exercise(version: Version, path: str) -> TrackExercise:
    exercise, _ = load_track_exercise(_load_exercise(version, path))
    return exercise


@lru_cache(maxsize=_EXERCISES)
def _load_approaches(version: Version, path: str) -> tuple[Approach, ...]:
    exercise = _load_exercise(version, path)
    approaches, _ = load_approaches(exercise.directory, exercise.repository)
    return approaches


@lru_cache(maxsize=_COURSES)
def _load_course(version: Version) -> LearnOcamlCourse:
    return load_exercises(Path(version[0]))


@lru_cache(maxsize=_COURSES)
def _load_playgrounds(version: Version) -> tuple[Playground, ...]:
    return load_repository_playgrounds(Path(version[0]))


def make_unusable_error(path: str, problems: Iterable[Diagnostic] = ()) -> OperatorError:
    """Return the error for an activity that cannot be used, with its problems."""
    reasons = [str(problem) for problem in problems if problem.severity is Severity.ERROR]
    return OperatorError(
        f"{path}: cannot be used: {'; '.join(reasons) or 'it is not in its repository'}",
        fix="fix its files, then have the repository read again",
    )
