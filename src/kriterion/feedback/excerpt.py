"""Cuts long texts, with a note on both lengths."""

from typing import NamedTuple

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer

MAXIMUM_CHARACTERS = 64 * 1024


class Excerpt(NamedTuple):
    """The text to show, and a note on the rest or ""."""

    text: str
    note: str


def make_excerpt(text: str, viewer: Viewer, maximum: int = MAXIMUM_CHARACTERS) -> Excerpt:
    """Cut a text to a maximum length."""
    shown = text[:maximum]
    return Excerpt(shown, describe_truncation(shown, text, viewer))


def describe_truncation(shown: str, whole: str, viewer: Viewer) -> str:
    """Return the note on a text of which only a part is shown, "" if it is complete."""
    if len(shown) >= len(whole):
        return ""
    return viewer.translate(phrases.SHOWN_OF, shown=len(shown), whole=len(whole))
