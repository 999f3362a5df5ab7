"""Files that nothing reads, and generated files among the sources."""

import re
from collections.abc import Iterator

from kriterion.authoring.finding import notice, warning
from kriterion.exercises.learn_ocaml.course import LearnOcamlCourse
from kriterion.exercises.learn_ocaml.grading_file_check import list_dependencies
from kriterion.exercises.learn_ocaml.learn_ocaml_descriptions import is_description, is_hints_file
from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.repository_layout import (
    FOCUS,
    MAX_SCORE,
    META,
    PRELUDE,
    PREPARE,
    REQUIREMENTS,
    SOLUTION,
    TEMPLATE,
    TEST,
    TITLE,
    find_exercises_directory,
)
from kriterion.exercises.repository_files import Files, Unreadable, escape_name, is_directory
from kriterion_tools.contracts.learn_ocaml_repository.grading_files import (
    ALLOW,
    DEPENDENCIES,
    LIBRARIES,
)
from kriterion_tools.diagnostic import Diagnostic

_READ_NAMES = frozenset(
    {META, PRELUDE, PREPARE, TEMPLATE, SOLUTION, TEST, MAX_SCORE, TITLE}
    | {ALLOW, LIBRARIES, DEPENDENCIES}
)
_NAMED = 6  # files named in a finding
_HIDDEN = re.compile(r"\.|.*~$")


def find_unread_files(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield one notice per exercise with files that neither Kriterion nor learn-ocaml reads."""
    for course_exercise in course.exercises.values():
        names = _list_unread(course_exercise)
        if names:
            unread = ", ".join(names[:_NAMED])
            what = (
                f"nothing reads {unread} and {len(names) - _NAMED:,} other files"
                if len(names) > _NAMED
                else f"nothing reads {unread}"
            )
            fix = f"list code for the tests in {DEPENDENCIES}; other files do no harm"
            yield notice(
                course_exercise.exercise.place, what, fix=fix, code="learn-ocaml.unread-file"
            )


def find_generated_files(course: LearnOcamlCourse) -> Iterator[Diagnostic]:
    """Yield a warning for each generated skill table in the sources, as it is not read."""
    files = Files(course.directory)
    for directory in dict.fromkeys((course.directory, find_exercises_directory(course.directory))):
        try:
            entries = files.entries(directory)
        except Unreadable:
            continue
        for name in (FOCUS, REQUIREMENTS):
            if name in entries:
                what = "is ignored: the table is generated from each exercise's meta.json"
                fix = "write skills to meta.json and remove this file"
                yield warning(
                    files.name(directory / name), what, fix=fix, code="learn-ocaml.generated-table"
                )


def _list_unread(course_exercise: CourseExercise) -> list[str]:
    """Return the names of unread files beside meta.json, in order."""
    files = Files(course_exercise.exercise.repository)
    try:
        entries = files.entries(course_exercise.exercise.directory)
    except Unreadable:
        return []
    names = [
        name
        for name, entry in entries.items()
        if not (
            name in _READ_NAMES
            or _HIDDEN.match(name)
            or is_description(name)
            or is_hints_file(name)
        )
        and not is_directory(entry)
    ]
    directory = course_exercise.exercise.directory
    loaded = list_dependencies(files, directory) if names else []
    return sorted(escape_name(name) for name in names if name not in loaded)
