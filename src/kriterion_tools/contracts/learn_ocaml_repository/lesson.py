"""Lessons: pages of explanation with code that runs as displayed.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Lesson).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kriterion_tools.contracts.learn_ocaml_repository.json_fields import JsonDocument, JsonPart
from kriterion_tools.contracts.learn_ocaml_repository.listed_ids import (
    Exists,
    accept_any_id,
    read_listed,
)
from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.version import VERSION, read_version


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A line of lessons.json: the lesson is in `<id>.json`."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class LessonHtml:
    """HTML as written, not yet sanitised."""

    html: str


@dataclass(frozen=True, slots=True)
class LessonCode:
    """OCaml phrases; toplevel directives are allowed."""

    code: str


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A page of a lesson."""

    title: str
    contents: tuple[LessonHtml | LessonCode, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file has it; `id` is the file's name without .json."""

    id: str
    title: str
    steps: tuple[LessonStep, ...] = ()


_CONTENTS: dict[str, type[LessonHtml | LessonCode]] = {"html": LessonHtml, "code": LessonCode}


def read_lessons(
    content: bytes, exists: Exists = accept_any_id
) -> tuple[tuple[LessonEntry, ...] | None, list[Fault]]:
    """Read the lessons that a lessons.json lists; return None if it lists none.

    `exists` says whether there is a lesson with an id; missing lessons are left out.
    """
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_object(VERSION, "lessons"):
        return None, document.faults()
    read_version(root)
    items = root.field("lessons", JsonPart.items, (), needed=True)
    return tuple(read_listed(items, _read_entry, exists)), document.faults()


def read_lesson(lesson: str, content: bytes) -> tuple[Lesson | None, list[Fault]]:
    """Read the lesson with that id from its file; return None if it is not an object."""
    document = JsonDocument(content)
    root = document.root
    if root is None or not root.is_object(VERSION, "title", "steps"):
        return None, document.faults()
    read_version(root)
    read = Lesson(
        id=lesson,
        title=root.field("title", JsonPart.text, lesson, needed=True),
        steps=tuple(
            step
            for part in root.field("steps", JsonPart.items, (), needed=True)
            if (step := _read_step(part)) is not None
        ),
    )
    return read, document.faults()


def encode_lessons(entries: Iterable[LessonEntry]) -> dict[str, Any]:
    """Encode a list of lessons."""
    return {VERSION: "2", "lessons": [[entry.id, entry.title] for entry in entries]}


def encode_lesson(lesson: Lesson) -> dict[str, Any]:
    """Encode a lesson."""
    steps = [
        {"title": step.title, "contents": [_encode_content(content) for content in step.contents]}
        for step in lesson.steps
    ]
    return {VERSION: "2", "title": lesson.title, "steps": steps}


def _read_entry(part: JsonPart) -> LessonEntry | None:
    words = part.texts()
    if len(words) != 2:
        part.complain(
            "must be an id and a title",
            code="learn-ocaml.lesson.invalid-entry",
            fix='write ["id", "title"]',
        )
    return LessonEntry(words[0], words[1] if len(words) > 1 else words[0]) if words else None


def _read_step(part: JsonPart) -> LessonStep | None:
    if not part.is_object("title", "contents"):
        return None
    contents = part.field("contents", JsonPart.items, (), needed=True)
    return LessonStep(
        title=part.field("title", JsonPart.text, "", needed=True),
        contents=tuple(content for below in contents for content in _read_content(below)),
    )


def _read_content(part: JsonPart) -> tuple[LessonHtml | LessonCode, ...]:
    """Read an object with HTML or code; both are kept, with a fault, if it has both."""
    if not part.is_object(*_CONTENTS):
        return ()
    keys = [key for key in _CONTENTS if key in part.value]
    if len(keys) != 1:
        part.complain("must have either 'html' or 'code'", code="learn-ocaml.lesson.html-or-code")
    texts = ((key, part.field(key, JsonPart.text, None)) for key in keys)
    return tuple(_CONTENTS[key](text) for key, text in texts if text is not None)


def _encode_content(content: LessonHtml | LessonCode) -> dict[str, str]:
    return {"html": content.html} if isinstance(content, LessonHtml) else {"code": content.code}
