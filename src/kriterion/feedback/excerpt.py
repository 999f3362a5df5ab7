"""Truncates long texts, with a note that gives both lengths."""

from typing import NamedTuple

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer

MAXIMUM_CHARACTERS = 64 * 1024


class Excerpt(NamedTuple):
    """The text to show, and a note if it is truncated, else an empty one."""

    text: str
    note: str


def make_excerpt(text: str, viewer: Viewer, maximum: int = MAXIMUM_CHARACTERS) -> Excerpt:
    """Truncate a text to `maximum` characters."""
    beginning = text[:maximum]
    return Excerpt(beginning, describe_truncation(beginning, text, viewer))


def describe_truncation(excerpt: str, full_text: str, viewer: Viewer) -> str:
    """Return a note if the shown text is shorter than the whole text, else an empty one."""
    if len(excerpt) >= len(full_text):
        return ""
    return viewer.translate(phrases.SHOWN_OF, shown=len(excerpt), whole=len(full_text))
