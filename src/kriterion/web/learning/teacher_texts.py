"""Teachers' texts for pages, rendered by separate processes and cached in memory.

Teachers are trusted but import repositories of others. So their texts have the bounds of students'
texts, and requests do not render them.
"""

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from kriterion.exercises.exercise import Description, DescriptionFormat, Exercise
from kriterion.markup.element import NOTHING, Markup
from kriterion.rendering.course_texts import plain_text
from kriterion.rendering.jobs import (
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
from kriterion.web.catalog.exercise_files import unusable, version_of
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.services.renderings import (
    PreparingError,
    render_once_cached,
    rendering_key,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedText:
    """A text as a page shows it now.

    `is_plain`: unrendered for good, because rendering takes too long. `is_preparing`: unrendered
    until the rendering is done.
    """

    html: Markup = NOTHING
    is_plain: bool = False
    is_preparing: bool = False

    def __bool__(self) -> bool:
        return bool(self.html)


_NO_TEXT = DisplayedText()


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedLesson:
    """A step of a lesson or tutorial as a page shows it now; `known` is the preceding code."""

    titles: tuple[Markup, ...] = ()
    step: int = 1
    text: DisplayedText = _NO_TEXT
    known: tuple[str, ...] = ()
    is_preparing: bool = False


def show_texts(
    texts: Sequence[Text], owner: object, *, version: Sequence[str] = ()
) -> tuple[DisplayedText, ...]:
    """Return the texts of a page; each `owner`'s pages are rendered in turn.

    `version` changes whenever files change that the texts may show.
    """
    wanted = tuple(replace(text, text=_make_encodable(text.text)) for text in texts if text.text)
    if not wanted:
        return tuple(_NO_TEXT for _ in texts)
    key = rendering_key("texts", *map(_make_encodable, version), *map(_list_dependencies, wanted))
    impossible = RenderedTexts(
        texts=tuple(RenderedText(html=plain_text(text), is_plain=True) for text in wanted)
    )
    try:
        found = render_once_cached(
            key, lambda: TextsJob(texts=wanted), ("texts", str(owner)), impossible
        )
        displayed = iter([_make_displayed_text(one) for one in found.texts])
    except PreparingError:
        displayed = iter([DisplayedText(html=plain_text(one), is_preparing=True) for one in wanted])
    return tuple(next(displayed) if text.text else _NO_TEXT for text in texts)


def show_lesson(activity: Activity, step: int, place: str) -> DisplayedLesson:
    """Return a step of a lesson or tutorial.

    Raises OperatorError if it does not exist.
    """
    version = version_of(activity.repository)
    kind = activity.type
    key = rendering_key("lesson", *map(_make_encodable, version), kind, activity.path, step, place)
    impossible = RenderedLesson(titles=(activity.path,), text=RenderedText(html="", is_plain=True))

    def job() -> LessonJob:
        return LessonJob(
            repository=os.fsencode(version[0]),
            name=activity.path,
            is_tutorial=kind == ActivityType.TUTORIAL,
            step=step,
            place=place,
        )

    try:
        found = render_once_cached(key, job, owner_of(activity.repository), impossible)
    except PreparingError:
        return DisplayedLesson(is_preparing=True)
    if not found.exists:
        raise unusable(activity.path)
    return DisplayedLesson(
        titles=tuple(map(Markup, found.titles)),
        step=found.step,
        text=_make_displayed_text(found.text),
        known=found.known,
    )


def description_text(
    description: Description, exercise: Exercise, *, place: str, address: str
) -> Text:
    """Return an exercise's description; `media` is the address of its media, ending in a slash."""
    media = MediaPlace(
        repository=os.fsencode(exercise.repository),
        directories={
            os.fsencode(beginning): tuple(map(os.fsencode, directories))
            for beginning, directories in exercise.media.items()
        },
        address=address,
    )
    kind = HtmlText if description.format is DescriptionFormat.HTML else MarkdownText
    return kind(text=_make_encodable(description.text), place=place, media=media)


def source_text(text: str, language: str) -> Text:
    """Return source text for highlighting."""
    return SourceText(text=_make_encodable(text), language=language)


def owner_of(repository: Repository) -> str:
    """Return the owner for fair rendering: one repository does not keep others waiting."""
    return f"repository {repository.pk}"


def _make_displayed_text(text: RenderedText) -> DisplayedText:
    return DisplayedText(html=Markup(text.html), is_plain=text.is_plain)


def _list_dependencies(text: Text) -> str:
    return f"{_digest(text.text)} {replace(text, text='')!r}"


@lru_cache(maxsize=512)
def _digest(text: str) -> str:
    """Return the digest of a text, cached: hashing 4 MB takes 50 ms."""
    return hashlib.sha256(text.encode()).hexdigest()


def _make_encodable(text: str) -> str:
    """Replace what cannot be encoded: file names need not be text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass").decode(errors="replace")
    return text  # the same object, whose digest is cached
