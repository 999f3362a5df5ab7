"""Maxima of zero."""

from collections.abc import Iterator

from kriterion.authoring.course.meta_places import load_place, name_meta_file
from kriterion.authoring.finding import notice
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.repository_layout import MAX_SCORE
from kriterion_tools.diagnostic import Diagnostic


def find_zero_maxima(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one notice per exercise whose author declares a maximum of 0."""
    for course_exercise in course.exercises.values():
        if course_exercise.exercise.declared_maximum != 0:
            continue
        what = "the maximum is 0, so no solution can earn points and there is no percentage"
        fix = "remove it; the maximum is then what the solution earns"
        if course_exercise.meta.max_score is None:
            file = f"{course_exercise.exercise.place}/{MAX_SCORE}".removeprefix("./")
            yield notice(file, what, fix=fix, code="learn-ocaml.points.zero")
        else:
            where = load_place(course_exercise, ("max_score",))
            yield notice(
                name_meta_file(course_exercise),
                what,
                where=where,
                fix=fix,
                code="learn-ocaml.points.zero",
            )
