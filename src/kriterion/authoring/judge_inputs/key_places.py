"""Find a key of an exercise's configuration: its file, path, line and column."""

from kriterion.authoring.author_places import find_origin
from kriterion.exercises.dodona.merged_configuration import MAXIMUM_BYTES
from kriterion.exercises.exercise import Exercise
from kriterion.exercises.json_object import locate_key
from kriterion.exercises.repository_files import Files, Unreadable, escape_name


def find_key(exercise: Exercise, key: str) -> tuple[str, str]:
    """Return the file that set a dotted key, and where in it: `evaluation.suite, line 3, column 5`.

    Without a file that set it, return just the exercise.
    """
    file, where = find_origin(exercise, key)
    if not where:
        return file, where
    escaped = escape_name(where)
    try:
        content = Files(exercise.repository).load_below(file, at_most=MAXIMUM_BYTES)
    except Unreadable:
        return file, escaped
    place = locate_key(content, where.split("."))
    return file, escaped if place is None else f"{escaped}, line {place[0]}, column {place[1]}"
