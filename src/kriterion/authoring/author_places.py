"""Describe for an author where something of an exercise is in its repository."""

from pathlib import PurePosixPath

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.repository_files import escape_name


def inside(exercise: Exercise, *parts: str) -> str:
    """Return a file or directory of the exercise relative to the repository."""
    place = PurePosixPath(exercise.directory.relative_to(exercise.repository), *parts)
    return escape_name(str(place))


def find_origin(exercise: Exercise, key: str) -> tuple[str, str]:
    """Return the file that sets a dotted key, and the key; just the exercise if none did.

    A key stands for all below it, `description.names` for any name, and one that was set as a whole
    for each part.
    """
    for set_key, file in exercise.origins.items():
        if f"{set_key}.".startswith(f"{key}.") or key.startswith(f"{set_key}."):
            return file, key
    return exercise.id, ""
