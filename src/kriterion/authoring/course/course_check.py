"""Checks that need the whole course."""

from collections.abc import Iterator

from kriterion.authoring.building.page_names import drop_unnameable
from kriterion.authoring.course.exercise_links import find_cycles, find_dangling_links
from kriterion.authoring.course.identifiers import check_identifiers
from kriterion.authoring.course.points import find_zero_maxima
from kriterion.authoring.course.skill_check import find_spelling_variants, find_untrained_skills
from kriterion.authoring.course.text_check import check_descriptions, check_lessons
from kriterion.authoring.course.unused_files import find_generated_files, find_unread_files
from kriterion.authoring.finding import notice
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.repository_layout import INDEX
from kriterion_tools.diagnostic import Diagnostic


def check_course(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield all findings beyond the problems that reading the course reports."""
    yield from drop_unnameable(course)[1]
    for name in course.unlisted:
        what = f"is not in {INDEX}: teachers can use it, but students and builds do not see it"
        fix = "list it if students should see it"
        yield notice(
            course.exercises[name].exercise.place,
            what,
            fix=fix,
            code="learn-ocaml.exercise.unlisted",
        )
    yield from find_dangling_links(course)
    yield from find_cycles(course)
    yield from find_spelling_variants(course)
    yield from find_untrained_skills(course)
    yield from check_identifiers(course)
    yield from find_zero_maxima(course)
    yield from find_unread_files(course)
    yield from find_generated_files(course)
    for course_exercise in course.exercises.values():
        yield from check_descriptions(course_exercise.exercise)
    yield from check_lessons(course)
