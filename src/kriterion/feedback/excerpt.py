"""A long text as far as it is shown, with both lengths told."""

from typing import NamedTuple

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer

MAXIMUM_CHARACTERS = 64 * 1024


class Excerpt(NamedTuple):
    """What is shown; what is said about the rest, "" when there is none."""

    text: str
    note: str


def excerpt(text: str, viewer: Viewer, maximum: int = MAXIMUM_CHARACTERS) -> Excerpt:
    """The beginning of a text."""
    shown = text[:maximum]
    return Excerpt(shown, shown_of(shown, text, viewer))


def shown_of(shown: str, whole: str, viewer: Viewer) -> str:
    """What is said when not all of a text is shown, "" when all of it is."""
    if len(shown) >= len(whole):
        return ""
    return viewer.translate(phrases.SHOWN_OF, shown=len(shown), whole=len(whole))
