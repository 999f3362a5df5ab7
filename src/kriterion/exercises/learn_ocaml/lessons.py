"""The lessons of a repository: those listed in lessons.json, else all.

Source: ocaml-sf/learn-ocaml 5ffd748: its builder fails for lessons without lessons.json.
"""

from kriterion.exercises.learn_ocaml.folder import MAXIMUM_INDEX_BYTES, Folder
from kriterion_tools.contracts.learn_ocaml_repository.lesson import (
    Lesson,
    LessonEntry,
    read_lesson,
    read_lessons,
)

LESSONS_INDEX = "lessons.json"
_ENDING = ".json"


def load_lessons(folder: Folder) -> dict[LessonEntry, Lesson]:
    """Return the readable lessons by their entries, in order."""
    lessons = {}
    for entry in _list_entries(folder):
        name = entry.id + _ENDING
        content = folder.document(name)
        if content is None:
            continue
        lesson, faults = read_lesson(entry.id, content)
        folder.report(name, faults)
        if lesson is not None:
            lessons[LessonEntry(entry.id, entry.title or lesson.title)] = lesson
    return lessons


def load_lesson(name: str, folder: Folder) -> Lesson | None:
    """Return the lesson of that id only; None if it is not listed or unreadable."""
    if all(entry.id != name for entry in _list_entries(folder)):
        return None
    content = folder.document(name + _ENDING)
    return None if content is None else read_lesson(name, content)[0]


def _list_entries(folder: Folder) -> tuple[LessonEntry, ...]:
    content = folder.document(LESSONS_INDEX, at_most=MAXIMUM_INDEX_BYTES)
    if content is None:
        if not folder.has(LESSONS_INDEX):
            what = "does not exist, so all lessons are listed, by file name"
            file = folder.named(LESSONS_INDEX)
            folder.problems.warn(
                file,
                what,
                fix="add it, and list the lessons in it",
                upstream=True,
                code="learn-ocaml.lessons.no-index",
            )
        return _list_all(folder)
    entries, faults = read_lessons(content, lambda name: folder.has(name + _ENDING))
    folder.report(LESSONS_INDEX, faults)
    return _list_all(folder) if entries is None else entries


def _list_all(folder: Folder) -> tuple[LessonEntry, ...]:
    index = LESSONS_INDEX.removesuffix(_ENDING)
    return tuple(LessonEntry(name, "") for name in folder.ids(_ENDING) if name != index)
