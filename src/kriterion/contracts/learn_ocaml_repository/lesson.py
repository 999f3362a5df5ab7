"""Lessons: pages of explanation with code that runs as it is shown.

Source: ocaml-sf/learn-ocaml 5ffd748, src/state/learnocaml_data.ml (Lesson).
"""

from dataclasses import dataclass


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
