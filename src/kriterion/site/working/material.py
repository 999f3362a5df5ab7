"""What an activity shows: its text made safe, and the files that work on it starts with."""

import mimetypes
from dataclasses import dataclass
from urllib.parse import quote

from django.urls import reverse

from kriterion.contracts.learn_ocaml_repository.lesson import LessonCode, LessonHtml
from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise, RepositoryFormat
from kriterion.exercises.files import Files, Unreadable
from kriterion.exercises.media import MAXIMUM_FILE_BYTES, find_media
from kriterion.markup.base import Base
from kriterion.markup.description import render_html_description, render_markdown_description
from kriterion.markup.element import Markup, element
from kriterion.markup.source import render_source
from kriterion.markup.tutorial import render_blocks, render_words, runnable_code
from kriterion.store.models import Activity, ActivityType
from kriterion.submissions.submission import MAXIMUM_BYTES
from kriterion.work.exercises import exercise_of, lesson_of, track_exercise_of, tutorial_of

PLACE = "description"  # before every id in a text
_SHOWN_AS_THEY_ARE = frozenset(
    {"image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """One page of a lesson or a tutorial, and the code in it that can be run."""

    title: Markup
    html: Markup
    snippets: tuple[str, ...] = ()


def description_of(activity: Activity, exercise: Exercise, language: str) -> Markup:
    """The text of an exercise or a reading in a language, else in another it has."""
    found = exercise.description(language) or next(iter(exercise.descriptions.values()), None)
    return Markup() if found is None else _rendered(activity, exercise, found)


def pages_of(activity: Activity) -> list[Page]:
    """The pages of a lesson or a tutorial; none of anything else."""
    if activity.type == ActivityType.TUTORIAL:
        return [
            Page(
                title=render_words(step.title),
                html=render_blocks(step.contents),
                snippets=tuple(runnable_code(step.contents)),
            )
            for step in tutorial_of(activity).steps
        ]
    if activity.type == ActivityType.LESSON:
        return [
            Page(
                title=element("span", step.title),
                html=Markup("".join(_lesson_part(part) for part in step.contents)),
                snippets=tuple(part.code for part in step.contents if isinstance(part, LessonCode)),
            )
            for step in lesson_of(activity).steps
        ]
    return []


def first_files(activity: Activity, exercise: Exercise, language: str) -> dict[str, str]:
    """The files that a student begins with, by name: the exercise's template, else empty ones."""
    track = track_exercise_of(activity)
    if activity.repository.format != RepositoryFormat.EXERCISM:
        return {track.solution_file: exercise.boilerplate(language) or ""}
    files = Files(exercise.repository)
    return {name: _text(files, exercise, name) for name in track.configuration.solution}


def media_of_activity(activity: Activity, address: str) -> tuple[bytes, str] | None:
    """A file that the texts of an exercise show, and its type; None when it is none of them."""
    exercise = exercise_of(activity)
    found = find_media(exercise, address)
    if found is None:
        return None
    try:
        content = Files(exercise.repository.resolve()).load(found, at_most=MAXIMUM_FILE_BYTES)
    except Unreadable:
        return None
    kind = mimetypes.guess_type(found.name)[0] or ""
    if kind in _SHOWN_AS_THEY_ARE:
        return content, kind
    return content, "text/plain; charset=utf-8" if kind.startswith("text/") else _SOME_FILE


_SOME_FILE = "application/octet-stream"


def _rendered(activity: Activity, exercise: Exercise, description: Description) -> Markup:
    base = _base(activity, exercise)
    if description.format is DescriptionFormat.HTML:
        return render_html_description(description.text, base, place=PLACE).html
    return render_markdown_description(description.text, base, place=PLACE).html


def _base(activity: Activity, exercise: Exercise) -> Base:
    """Files of the exercise are where this site has them; what is not there goes."""

    def address(written: str) -> str | None:
        if find_media(exercise, written) is None:
            return None
        path = written.strip().partition("?")[0].partition("#")[0].removeprefix("./")
        start = reverse("media", args=[activity.pk, "x"]).removesuffix("x")
        return start + quote(path, safe="/%", errors="surrogateescape")

    return Base(link=address, picture=address)


def _lesson_part(part: LessonHtml | LessonCode) -> Markup:
    if isinstance(part, LessonHtml):
        return render_html_description(part.html, Base(), place=PLACE).html
    return element("pre", render_source(part.code, "ocaml"), class_="source runnable")


def _text(files: Files, exercise: Exercise, name: str) -> str:
    try:
        content = files.load(exercise.directory / name, at_most=MAXIMUM_BYTES)
        return content.decode().replace("\r\n", "\n")
    except (Unreadable, UnicodeDecodeError):
        return ""
