"""The documents written for a course, by name below the output directory.

Names and shapes are those of `learn-ocaml build`. What students must not see – how they are graded,
and the solution – is empty, since grading happens on the server. An exercise has two pages: as
releases up to 0.16 read it, and below `v1/` as releases from 1.0 do. Source: ocaml-sf/learn-ocaml
5ffd748, src/state/learnocaml_data.ml and src/repo. focus.json and requirements.json: its page on
exercises.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kriterion.authoring.building.lesson_publishing import sanitise_lesson
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.repository_layout import FOCUS, REQUIREMENTS
from kriterion_tools.contracts.learn_ocaml_repository.exercise_meta import Meta, encode_meta
from kriterion_tools.contracts.learn_ocaml_repository.index import encode_index
from kriterion_tools.contracts.learn_ocaml_repository.lesson import encode_lesson, encode_lessons
from kriterion_tools.contracts.learn_ocaml_repository.playground import (
    Playground,
    PlaygroundEntry,
    encode_playground,
    encode_playgrounds,
)
from kriterion_tools.contracts.learn_ocaml_repository.skill_files import (
    encode_skills,
    group_by_focus,
    group_by_requirement,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_index import encode_series
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.tutorial_json import encode_tutorial


def name_page(exercise: str) -> str:
    """Return the name of an exercise's page."""
    return f"exercises/{exercise}.json"


def name_compiled_page(exercise: str) -> str:
    """Return the name of an exercise's page for learn-ocaml 1.x."""
    return f"v1/exercises/{exercise}.json"


def make_exercise_page(
    course_exercise: CourseExercise, descriptions: Mapping[str, str], maximum: int | None
) -> Any:
    """Return an exercise as students receive it. `descriptions` are by language, in HTML.

    `maximum` is the score of its own solution; None if it was not graded.
    """
    exercise = course_exercise.exercise
    return [
        encode_meta(course_exercise.meta),
        {
            "id": exercise.id,
            "prelude": exercise.prelude,
            "template": exercise.boilerplates.get("", ""),
            "descr": [[language, html] for language, html in descriptions.items()],
            "prepare": "",
            "test": "",
            "solution": "",
            "max-score": maximum,
        },
        None,
    ]


def make_compiled_page(
    course_exercise: CourseExercise, descriptions: Mapping[str, str], maximum: int | None
) -> Any:
    """Return an exercise as learn-ocaml 1.x reads it; arguments are as for `make_exercise_page`.

    Its compiled parts are empty: they are the grader. Its decoder requires a number as `max-score`
    and refuses keys that it does not know.
    """
    exercise = course_exercise.exercise
    score = exercise.declared_maximum if maximum is None else maximum
    return [
        encode_meta(course_exercise.meta),
        {
            "id": exercise.id,
            "prelude_ml": exercise.prelude,
            "template": exercise.boilerplates.get("", ""),
            "descr": [[language, html] for language, html in descriptions.items()],
            "compiled": {
                **dict.fromkeys(("prelude_cmi", "prepare_cmi", "solution_cmi", "test_cmi"), ""),
                **{part: {"cma": "", "js": ""} for part in ("exercise_lib", "test_lib")},
            },
            "max-score": score or 0,
            "dependencies": [],
        },
        None,
    ]


def encode_course_pages(course: LearnOcamlCourse) -> Iterator[tuple[str, Any]]:
    """Yield all other documents by name."""
    metas = collect_listed_metas(course)
    index = encode_index(course.tree, metas)
    yield "exercises.json", index
    yield "exercise-index.json", [index, {}]
    yield FOCUS, encode_skills(group_by_focus(metas))
    yield REQUIREMENTS, encode_skills(group_by_requirement(metas))
    yield "lessons.json", encode_lessons(course.lessons)
    for lesson in course.lessons.values():
        yield f"lessons/{lesson.id}.json", encode_lesson(sanitise_lesson(lesson))
    titles = {name: tutorial.title for name, tutorial in course.tutorials.items()}
    yield "tutorials.json", encode_series(course.series, titles)
    for name, tutorial in course.tutorials.items():
        yield f"tutorials/{name}.json", encode_tutorial(tutorial)
    yield "playgrounds.json", encode_playgrounds(map(_make_playground_entry, course.playgrounds))
    for playground in course.playgrounds:
        yield f"playgrounds/{playground.id}.json", encode_playground(playground)


def collect_listed_metas(course: LearnOcamlCourse) -> dict[str, Meta]:
    """Return the metadata of the listed exercises, in the order of the index."""
    return {name: course.exercises[name].meta for name in course.tree.walk()}


def _make_playground_entry(playground: Playground) -> PlaygroundEntry:
    return PlaygroundEntry(
        id=playground.id,
        title=playground.title,
        short_description=playground.short_description,
    )
