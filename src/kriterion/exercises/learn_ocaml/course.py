"""Read a whole learn-ocaml repository: exercises, lessons, tutorials, playgrounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from kriterion.exercises.learn_ocaml.exercise_walk import Walk
from kriterion.exercises.learn_ocaml.folder import open_folder
from kriterion.exercises.learn_ocaml.group_tree import (
    load_index,
    make_directory_tree,
    make_flat_tree,
)
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise, read_exercise
from kriterion.exercises.learn_ocaml.lessons import load_lessons
from kriterion.exercises.learn_ocaml.playgrounds import load_playgrounds
from kriterion.exercises.learn_ocaml.repository_layout import (
    LESSONS,
    META,
    PLAYGROUND,
    TUTORIALS,
    find_exercises_directory,
)
from kriterion.exercises.learn_ocaml.tutorials import load_tutorials
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, ReadBudget
from kriterion_tools.contracts.learn_ocaml_repository.exercise_groups import Group
from kriterion_tools.contracts.learn_ocaml_repository.lesson import Lesson, LessonEntry
from kriterion_tools.contracts.learn_ocaml_repository.playground import Playground
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import Tutorial, TutorialSeries
from kriterion_tools.diagnostic import Diagnostic


@dataclass(frozen=True, kw_only=True, slots=True)
class LearnOcamlCourse:
    """The usable content of a repository, and all problems.

    `exercises` are by id, in the order of their directories; `tree` groups the listed ones, and
    `unlisted` are the ids of the others. Lessons are by their entries, in the list's order.
    `series` are those of `tutorials`, which are by id.
    """

    directory: Path
    tree: Group = field(default_factory=Group)
    exercises: Mapping[str, CourseExercise] = field(default_factory=dict)
    lessons: Mapping[LessonEntry, Lesson] = field(default_factory=dict)
    series: tuple[TutorialSeries, ...] = ()
    tutorials: Mapping[str, Tutorial] = field(default_factory=dict)
    playgrounds: tuple[Playground, ...] = ()
    problems: tuple[Diagnostic, ...] = ()

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The ids of exercises that are in no group."""
        listed = frozenset(self.tree.walk())
        return tuple(name for name in self.exercises if name not in listed)


def load_exercises(root: Path) -> LearnOcamlCourse:
    """Load the exercises of a repository, and nothing else of it."""
    problems = Problems()
    exercises, tree = _load_exercises(Files(root, ReadBudget()), problems, group_by_directory=False)
    return LearnOcamlCourse(
        directory=root, tree=tree, exercises=exercises, problems=tuple(problems)
    )


def load_course(root: Path, *, group_by_directory: bool = False) -> LearnOcamlCourse:
    """Load everything in a repository; unusable parts do not affect others.

    Without an index, all exercises are at the root, or grouped by directory.
    """
    problems = Problems()
    files = Files(root, ReadBudget())
    exercises, tree = _load_exercises(files, problems, group_by_directory=group_by_directory)
    lessons = open_folder(files, root / LESSONS, problems)
    listed = {} if lessons is None else load_lessons(lessons)
    tutorials = open_folder(files, root / TUTORIALS, problems)
    series, by_id = ((), {}) if tutorials is None else load_tutorials(tutorials)
    playground = open_folder(files, root / PLAYGROUND, problems)
    playgrounds = () if playground is None else load_playgrounds(playground)
    return LearnOcamlCourse(
        directory=root,
        tree=tree,
        exercises=exercises,
        lessons=listed,
        series=series,
        tutorials=by_id,
        playgrounds=playgrounds,
        problems=tuple(problems),
    )


def _load_exercises(
    files: Files, problems: Problems, *, group_by_directory: bool
) -> tuple[dict[str, CourseExercise], Group]:
    base = open_folder(files, find_exercises_directory(files.root), problems)
    if base is None:
        return {}, Group()
    read_exercises = {name: read_exercise(name, folder) for name, folder in Walk(base)}

    def exists(name: str) -> bool:
        return name in read_exercises or base.has(f"{name}/{META}")

    tree = load_index(base, exists)
    if tree is None:
        tree = (
            make_directory_tree(read_exercises)
            if group_by_directory
            else make_flat_tree(read_exercises)
        )
    for name in tree.walk():
        if name not in read_exercises:  # inside another exercise's directory
            folder = open_folder(files, base.path / name, problems)
            read_exercises[name] = None if folder is None else read_exercise(name, folder)
    if not read_exercises:
        problems.warn(
            base.place,
            f"contains no exercises: no {META} was found",
            code="repository.no-exercises",
        )
    exercises = {
        name: exercise for name, exercise in read_exercises.items() if exercise is not None
    }
    return _resolve_links(exercises), tree.keep_only(exercises)


def _resolve_links(exercises: dict[str, CourseExercise]) -> dict[str, CourseExercise]:
    """Replace identifiers in links by the ids of their exercises.

    An id takes precedence over an identifier, and a shared identifier is ambiguous.
    """
    bearers: dict[str, set[str]] = {}
    for name, course_exercise in exercises.items():
        if course_exercise.meta.identifier:
            bearers.setdefault(course_exercise.meta.identifier, set()).add(name)
    ids = {
        identifier: next(iter(names))
        for identifier, names in bearers.items()
        if len(names) == 1 and identifier not in exercises
    }

    def resolve(course_exercise: CourseExercise) -> CourseExercise:
        forward, backward = (
            tuple(ids.get(link, link) for link in links)
            for links in (
                course_exercise.meta.forward_exercises,
                course_exercise.meta.backward_exercises,
            )
        )
        return replace(
            course_exercise,
            exercise=replace(
                course_exercise.exercise, next_on_success=forward, next_on_difficulty=backward
            ),
            meta=replace(
                course_exercise.meta, forward_exercises=forward, backward_exercises=backward
            ),
        )

    return (
        {name: resolve(course_exercise) for name, course_exercise in exercises.items()}
        if ids
        else exercises
    )
