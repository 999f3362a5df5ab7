"""Teachers' texts for pages, rendered by separate processes and cached in memory.

Teachers are trusted, but import repositories that others wrote. So the limits on students' texts
apply, and requests do not render them.
"""

import os
from dataclasses import dataclass

from kriterion.exercises.exercise import ActivityKind, Description, DescriptionFormat, Exercise
from kriterion.markup.element import Markup
from kriterion.rendering.jobs import (
    HtmlText,
    LessonJob,
    MarkdownText,
    MediaPlace,
    RenderedLesson,
    RenderedText,
    SourceText,
    Text,
)
from kriterion.web.catalog.exercise_files import find_repository_version, make_unusable_error
from kriterion.web.catalog.models import Activity, ActivityType
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.services.displayed_texts import (
    NO_TEXT,
    DisplayedText,
    make_displayed_text,
    make_encodable,
)
from kriterion.web.submissions.services.renderings import (
    PreparingError,
    make_rendering_key,
    render_once_cached,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class DisplayedLesson:
    """A step of a lesson or tutorial as a page shows it now; `known` is the preceding code."""

    titles: tuple[Markup, ...] = ()
    step: int = 1
    text: DisplayedText = NO_TEXT
    known: tuple[str, ...] = ()
    is_preparing: bool = False


def show_lesson(activity: Activity, step: int, place: str) -> DisplayedLesson:
    """Return a step of a lesson or tutorial.

    Raises OperatorError if it does not exist.
    """
    version = find_repository_version(activity.repository)
    activity_type = activity.type
    key = make_rendering_key(
        "lesson", *map(make_encodable, version), activity_type, activity.path, step, place
    )
    fallback = RenderedLesson(titles=(activity.path,), text=RenderedText(html="", is_plain=True))

    def job() -> LessonJob:
        return LessonJob(
            repository=os.fsencode(version[0]),
            name=activity.path,
            is_tutorial=activity_type == ActivityType.TUTORIAL,
            step=step,
            place=place,
        )

    try:
        rendered = render_once_cached(key, job, name_owner(activity.repository), fallback)
    except PreparingError:
        return DisplayedLesson(is_preparing=True)
    if not rendered.exists:
        raise make_unusable_error(activity.path)
    return DisplayedLesson(
        titles=tuple(map(Markup, rendered.titles)),
        step=rendered.step,
        text=make_displayed_text(rendered.text),
        known=rendered.known,
    )


def make_description_text(
    description: Description, exercise: Exercise, *, place: str, address: str
) -> Text:
    """Return an exercise's description; `address` is that of its media, ending in a slash.

    A reading has no heading between the page's and its own.
    """
    media = MediaPlace(
        repository=os.fsencode(exercise.repository),
        directories={
            os.fsencode(beginning): tuple(map(os.fsencode, directories))
            for beginning, directories in exercise.media.items()
        },
        address=address,
    )
    text_type = HtmlText if description.format is DescriptionFormat.HTML else MarkdownText
    heading = 2 if exercise.kind is ActivityKind.READING else 3
    text = make_encodable(description.text)
    return text_type(text=text, place=place, media=media, heading=heading)


def make_source_text(text: str, language: str) -> Text:
    """Return source text for highlighting."""
    return SourceText(text=make_encodable(text), language=language)


def name_owner(repository: Repository) -> str:
    """Return the owner for fair rendering: one repository does not keep others waiting."""
    return f"repository {repository.pk}"
