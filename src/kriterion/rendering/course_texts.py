"""Renders teachers' texts: descriptions, announcements and lessons."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote

from kriterion.exercises.exercise_media import MAXIMUM_FILE_BYTES, find_media
from kriterion.exercises.learn_ocaml.readings import load_lesson, load_tutorial
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.markup.description import (
    MAXIMUM_SHOWN,
    render_html_description,
    render_markdown_description,
)
from kriterion.markup.effort import render_or_plain
from kriterion.markup.element import Markup, element, escape, join_html
from kriterion.markup.highlight.source_html import render_source
from kriterion.markup.html.heading_levels import move_headings
from kriterion.markup.html.link_base import Base
from kriterion.markup.picture_size import PictureSize, measure_picture
from kriterion.markup.tutorial import (
    extract_block_texts,
    extract_runnable_code,
    extract_text,
    render_blocks,
    render_words,
)
from kriterion.rendering.jobs import (
    MAXIMUM_HTML,
    Care,
    HtmlText,
    LessonJob,
    MarkdownText,
    MediaPlace,
    RenderedLesson,
    RenderedText,
    RenderedTexts,
    SourceText,
    Text,
    TextsJob,
)
from kriterion_tools.contracts.learn_ocaml_repository.lesson import LessonCode, LessonHtml
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import TutorialStep

_LANGUAGE = "ocaml"
_STEP_HEADING = 3  # level of the outermost headings in a step, below its title


def render_texts(job: TextsJob) -> RenderedTexts:
    """Render each text, or show it plain when time or space runs out."""
    texts: list[RenderedText] = []
    left = MAXIMUM_HTML
    for text in job.texts:
        rendered = _render_within_limit(partial(_render_html, text), partial(plain_text, text))
        if len(rendered.html) > left:
            rendered = RenderedText(html=plain_text(text), is_plain=True)
        left -= len(rendered.html)
        texts.append(rendered if left >= 0 else RenderedText(html="", is_plain=True))
    return RenderedTexts(texts=tuple(texts))


def plain_text(text: Text) -> Markup:
    """Return the beginning of a text unrendered."""
    if isinstance(text, SourceText):
        return join_html((text.text,))
    return element("pre", text.text[:MAXIMUM_SHOWN])


def render_lesson(job: LessonJob) -> RenderedLesson:
    """Render a step of a lesson or tutorial."""
    if job.care is Care.PLAIN:  # a process died: split without a limit, show plain text
        steps = _load_steps(job)
    else:
        steps = render_or_plain(partial(_load_steps, job), lambda: _TOO_SLOW)
    if steps is None:
        return RenderedLesson(exists=False)
    if steps is _TOO_SLOW:
        return RenderedLesson(titles=(escape(job.name),), text=RenderedText(html="", is_plain=True))
    number = min(max(job.step, 1), max(len(steps), 1))
    if not steps:
        return RenderedLesson(step=number)
    chosen_step = steps[number - 1]
    text = _render_within_limit(
        lambda: move_headings(chosen_step.render(), _STEP_HEADING), chosen_step.plain
    )
    if len(text.html) > MAXIMUM_HTML // 2:
        plain = chosen_step.plain()
        fits = len(plain) <= MAXIMUM_HTML // 2
        text = RenderedText(html=plain if fits else "", is_plain=True)
    return RenderedLesson(
        titles=tuple(render_or_plain(step.title, step.plain_title) for step in steps),
        step=number,
        text=text,
        known=tuple(code for step in steps[: number - 1] for code in step.snippets),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Step:
    """A step of a lesson or tutorial before rendering."""

    title: Callable[[], Markup]
    plain_title: Callable[[], Markup]
    render: Callable[[], Markup]
    plain: Callable[[], Markup]
    snippets: tuple[str, ...] = ()


_TOO_SLOW: list[_Step] = []


def _render_within_limit(render: Callable[[], Markup], plain: Callable[[], Markup]) -> RenderedText:
    return render_or_plain(
        lambda: RenderedText(html=render()), lambda: RenderedText(html=plain(), is_plain=True)
    )


def _render_html(text: Text) -> Markup:
    match text:
        case MarkdownText():
            base = _make_link_base(text.media)
            rendered = render_markdown_description(text.text, base, place=text.place)
            return move_headings(rendered.html, text.heading)
        case HtmlText():
            base = _make_link_base(text.media)
            rendered = render_html_description(text.text, base, place=text.place)
            return move_headings(rendered.html, text.heading)
        case SourceText():
            return render_source(text.text, text.language)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The attributes of an exercise that `find_media` needs."""

    repository: Path
    media: Mapping[str, Iterable[Path]]


def _make_link_base(place: MediaPlace | None) -> Base:
    """Return a base that links to files of the exercise, drops links to missing ones and measures
    pictures.
    """
    if place is None:
        return Base()
    shelf = _Shelf(
        Path(os.fsdecode(place.repository)),
        {
            os.fsdecode(beginning): [Path(os.fsdecode(directory)) for directory in directories]
            for beginning, directories in place.directories.items()
        },
    )

    found: dict[str, Path] = {}

    def address(written: str) -> str | None:
        file = find_media(shelf, written)
        if file is None:
            return None
        path = written.strip().partition("?")[0].partition("#")[0].removeprefix("./")
        resolved = place.address + quote(path, safe="/%", errors="surrogateescape")
        found[resolved] = file
        return resolved

    def measure(resolved: str) -> PictureSize | None:
        try:
            file = found[resolved]
            return measure_picture(files.load(file, at_most=MAXIMUM_FILE_BYTES))
        except (KeyError, Unreadable):
            return None

    files = Files(Path(os.path.realpath(shelf.repository)))
    return Base(link=address, picture=address, measure=measure)


def _load_steps(job: LessonJob) -> list[_Step] | None:
    root = Path(os.fsdecode(job.repository))
    if job.is_tutorial:
        tutorial = load_tutorial(root, job.name)
        return None if tutorial is None else [_make_tutorial_step(step) for step in tutorial.steps]
    lesson = load_lesson(root, job.name)
    if lesson is None:
        return None
    return [_make_lesson_step(step.title, step.contents, job.place) for step in lesson.steps]


def _make_tutorial_step(step: TutorialStep) -> _Step:
    return _Step(
        title=partial(render_words, step.title),
        plain_title=partial(escape, extract_text(step.title)),
        render=partial(render_blocks, step.contents),
        plain=lambda: join_html(
            element("pre", text) for text in extract_block_texts(step.contents)
        ),
        snippets=tuple(extract_runnable_code(step.contents)),
    )


def _make_lesson_step(title: str, contents: Iterable[LessonHtml | LessonCode], place: str) -> _Step:
    parts = tuple(contents)
    named = partial(element, "span", title)
    return _Step(
        title=named,
        plain_title=named,
        render=lambda: join_html(_make_lesson_part(part, place) for part in parts),
        plain=lambda: join_html(
            element("pre", part.html if isinstance(part, LessonHtml) else part.code)
            for part in parts
        ),
        snippets=tuple(part.code for part in parts if isinstance(part, LessonCode)),
    )


def _make_lesson_part(part: LessonHtml | LessonCode, place: str) -> Markup:
    if isinstance(part, LessonHtml):
        return render_html_description(part.html, Base(), place=place).html
    return element("pre", render_source(part.code, _LANGUAGE), class_="source runnable")
