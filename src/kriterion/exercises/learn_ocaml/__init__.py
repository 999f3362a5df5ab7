"""Repositories in learn-ocaml's format. Rules: docs/contracts/learn-ocaml-repository.md."""

from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse, load_course, load_exercises
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.learn_ocaml_repository import (
    convert_course,
    load_exercise,
    load_repository,
)
from kriterion.exercises.learn_ocaml.repository_layout import find_root, has_exercises, is_root

__all__ = [
    "CourseExercise",
    "LearnOcamlCourse",
    "convert_course",
    "find_root",
    "has_exercises",
    "is_root",
    "load_course",
    "load_exercise",
    "load_exercises",
    "load_repository",
]
