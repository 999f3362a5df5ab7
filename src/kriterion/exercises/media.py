"""The media of an exercise: what its texts, and its judge's messages, call `media/…`.

Source: Dodona's ActivitiesController#media: first the exercise's directory, then the repository's.
"""

from kriterion.exercises.exercise import Exercise
from kriterion.exercises.files import Files, Unreadable

MAXIMUM_FILES = 500
MAXIMUM_FILE_BYTES = 1024 * 1024
MAXIMUM_BYTES = 16 * 1024 * 1024  # of all together
_MAXIMUM_DEPTH = 8


def load_media(exercise: Exercise) -> dict[str, bytes]:
    """The exercise's media by the address that texts use ("media/tree.png").

    What is too large, too much or not to be read is left out: it is a picture that does not show.
    """
    found: dict[str, bytes] = {}
    files = Files(exercise.repository.resolve())
    left = MAXIMUM_BYTES
    waiting = [(place, "media", 0) for place in exercise.media]
    while waiting:
        directory, address, depth = waiting.pop(0)
        try:
            entries = files.entries(directory)
        except Unreadable:
            continue
        for name, entry in entries.items():
            place = f"{address}/{name}"
            if entry.is_dir() and depth < _MAXIMUM_DEPTH:
                waiting.append((directory / name, place, depth + 1))
            elif place not in found and len(found) < MAXIMUM_FILES:
                try:
                    content = files.load(directory / name, at_most=min(MAXIMUM_FILE_BYTES, left))
                except Unreadable:
                    continue
                found[place] = content
                left -= len(content)
    return found
