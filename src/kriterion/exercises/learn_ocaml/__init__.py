"""Repositories in learn-ocaml's format. Rules: docs/contracts/learn-ocaml-repository.md."""

from kriterion.exercises.learn_ocaml.course import Course, load_course, load_exercises
from kriterion.exercises.learn_ocaml.exercise import CourseExercise
from kriterion.exercises.learn_ocaml.layout import find_root, holds_exercises, is_root
from kriterion.exercises.learn_ocaml.repository import (
    load_exercise,
    load_repository,
    repository_of,
)

__all__ = [
    "Course",
    "CourseExercise",
    "find_root",
    "holds_exercises",
    "is_root",
    "load_course",
    "load_exercise",
    "load_exercises",
    "load_repository",
    "repository_of",
]
