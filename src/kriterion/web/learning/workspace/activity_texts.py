"""An activity's texts, media and initial files."""

import mimetypes
from dataclasses import dataclass

from django.urls import reverse

from kriterion.exercises.exercise import Description, Exercise
from kriterion.exercises.exercise_media import MAXIMUM_FILE_BYTES, find_media
from kriterion.exercises.repository_files import Files, Unreadable
from kriterion.rendering.jobs import SourceText
from kriterion.submissions.submission import MAXIMUM_FILES
from kriterion.web.catalog.exercise_files import (
    find_repository_version,
    list_file_names,
    load_activity_exercise,
)
from kriterion.web.catalog.models import Activity
from kriterion.web.learning.teacher_texts import (
    make_description_text,
    make_source_text,
    name_owner,
)
from kriterion.web.submissions.services.displayed_texts import DisplayedText, show_texts

PLACE = "description"  # prefix of every id in a text
_DISPLAYABLE_TYPES = frozenset(
    {"image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp"}
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Texts:
    """The description, and the code that is loaded before the solution.

    `language` is that of the description, if its author states one that is not the page's.
    """

    description: DisplayedText
    prelude: DisplayedText
    language: str | None = None


def list_texts(activity: Activity, exercise: Exercise, language: str) -> Texts:
    """Return the texts of an exercise or a reading, if possible in the language."""
    original = exercise.description(language) or next(iter(exercise.descriptions.values()), None)
    address = reverse("media", args=[activity.pk, "x"]).removesuffix("x")
    description, prelude = show_texts(
        (
            SourceText(text="", language="")
            if original is None
            else make_description_text(original, exercise, place=PLACE, address=address),
            make_source_text(exercise.prelude or "", exercise.programming_language or "ocaml"),
        ),
        name_owner(activity.repository),
        version=find_repository_version(activity.repository),
    )
    return Texts(
        description=description,
        prelude=prelude,
        language=_find_other_language(exercise, original, language),
    )


def _find_other_language(
    exercise: Exercise, description: Description | None, language: str
) -> str | None:
    """Return the language in the name of a description's file, unless it is the given one."""
    stated = (
        code
        for code, text in exercise.descriptions.items()
        if text is description and f".{code}." in text.file
    )
    return next((code for code in stated if code != language), None)


def choose_first_files(activity: Activity, exercise: Exercise, language: str) -> dict[str, str]:
    """Return the initial files by name: the exercise's templates, otherwise empty ones."""
    names = list_file_names(activity)
    if not exercise.editor_files:
        return {names[0]: exercise.boilerplate(language) or ""}
    texts = {file.name: file.text for file in exercise.editor_files if not file.is_read_only}
    return {name: texts.get(name, "") for name in names[:MAXIMUM_FILES]}


def read_media(activity: Activity, address: str) -> tuple[bytes, str] | None:
    """Return a media file of an exercise and its type, or None."""
    exercise = load_activity_exercise(activity)
    media = find_media(exercise, address)
    if media is None:
        return None
    try:
        content = Files(exercise.repository.resolve()).load(media, at_most=MAXIMUM_FILE_BYTES)
    except Unreadable:
        return None
    kind = mimetypes.guess_type(media.name)[0] or ""
    if kind in _DISPLAYABLE_TYPES:
        return content, kind
    return content, "text/plain; charset=utf-8" if kind.startswith("text/") else _UNKNOWN_TYPE


_UNKNOWN_TYPE = "application/octet-stream"
