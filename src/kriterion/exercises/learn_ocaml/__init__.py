"""Repositories in learn-ocaml's format. Rules: docs/contracts/learn-ocaml-repository.md."""

from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse, load_course, load_exercises
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.learn_ocaml_repository import (
    load_exercise,
    load_repository,
    repository_of,
)
from kriterion.exercises.learn_ocaml.repository_layout import find_root, holds_exercises, is_root

__all__ = [
    "CourseExercise",
    "LearnOcamlCourse",
    "find_root",
    "holds_exercises",
    "is_root",
    "load_course",
    "load_exercise",
    "load_exercises",
    "load_repository",
    "repository_of",
]
