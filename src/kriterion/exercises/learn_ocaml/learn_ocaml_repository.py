"""A learn-ocaml repository in the common form: its exercises, listed in a tree."""

from pathlib import Path

from kriterion.exercises.exercise import Exercise, ExerciseRepository, RepositoryFormat
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse, load_course
from kriterion.exercises.learn_ocaml.folder import open_folder
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import read_exercise
from kriterion.exercises.learn_ocaml.repository_layout import META, find_exercises_directory
from kriterion.exercises.problem import Problems
from kriterion.exercises.repository_files import Files, escape_name
from kriterion_tools.diagnostic import Diagnostic


def load_exercise(directory: Path, root: Path) -> tuple[Exercise | None, tuple[Diagnostic, ...]]:
    """Load one exercise, and nothing else of its repository."""
    problems = Problems()
    if not directory.is_relative_to(root):
        problems.refuse(
            escape_name(str(directory)),
            f"is not in {escape_name(str(root))}",
            code="exercise.outside-repository",
        )
        return None, tuple(problems)
    base = find_exercises_directory(root)
    around = base if directory.is_relative_to(base) else root
    folder = open_folder(Files(root), directory, problems)
    if folder is None:
        if not problems.has_refusal:
            problems.refuse(
                Files(root).name(directory / META), "does not exist", code="file.missing"
            )
        return None, tuple(problems)
    exercise = read_exercise(directory.relative_to(around).as_posix(), folder)
    return None if exercise is None else exercise.exercise, tuple(problems)


def load_repository(root: Path) -> ExerciseRepository:
    """Load all its exercises, in order of id; an unusable one does not affect others."""
    return convert_course(load_course(root))


def convert_course(course: LearnOcamlCourse) -> ExerciseRepository:
    """Return a course in the common form of repositories."""
    exercises = (course_exercise.exercise for course_exercise in course.exercises.values())
    return ExerciseRepository(
        directory=course.directory,
        format=RepositoryFormat.LEARN_OCAML,
        exercises=tuple(sorted(exercises, key=lambda exercise: exercise.id)),
        tree=course.tree,
        problems=course.problems,
    )
