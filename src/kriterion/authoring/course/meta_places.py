"""Find places in the meta.json of an exercise."""

from kriterion.exercises.learn_ocaml.learn_ocaml_exercise import CourseExercise
from kriterion.exercises.learn_ocaml.repository_layout import META
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion_tools.contracts.learn_ocaml_repository.decoding import decode
from kriterion_tools.contracts.learn_ocaml_repository.json_places import (
    Path,
    find_line_and_column,
    locate,
)
from kriterion_tools.contracts.learn_ocaml_repository.wording import format_path

_MAXIMUM_BYTES = 256 * 1024


def name_meta_file(course_exercise: CourseExercise) -> str:
    """Return the file's name for findings."""
    return f"{course_exercise.exercise.place}/{META}".removeprefix("./")


def load_place(course_exercise: CourseExercise, path: Path) -> str:
    """Return the path with its line and column; reads the file again."""
    exercise = course_exercise.exercise
    files = Files(exercise.repository)
    try:
        decoded = decode(files.load(exercise.directory / META, at_most=_MAXIMUM_BYTES))
    except Unreadable:
        return format_path(path)
    place = None if decoded.value is None else locate(decoded.text, [path]).get(path)
    if place is None:
        return format_path(path)
    line, column = find_line_and_column(decoded.text, place.value)
    return f"{format_path(path)}, line {line}, column {column}"
