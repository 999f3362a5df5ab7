"""Pieces of a compared line or cell on a terminal."""

from rich.style import Style
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import PieceKind, Segments
from kriterion.markup.visible_text import visible

YOURS, EXPECTED = Style.parse("red"), Style.parse("green")
DIM = Style.parse("dim")
_CHANGED = Style.parse("bold underline")
_MAXIMUM_CHARACTERS = 2_000


def render_segments(segments: Segments, style: Style, viewer: Viewer) -> Text:
    """Render a line or cell of one side, with changes marked and trailing blanks visible."""
    found = Text(style=style, overflow="fold")
    for segment in segments:
        if segment.part is PieceKind.UNENDED:
            found.append(f" ⏎ {viewer.translate(phrases.NO_NEWLINE)}", DIM)
        elif segment.part is PieceKind.SAME:
            found.append(visible_part(segment.text))
        elif segment.part is PieceKind.BLANK or segment.text.isspace():
            found.append(visible_part(segment.text).replace(" ", "·").replace("\t", "→"), DIM)
        else:
            found.append(visible_part(segment.text), _CHANGED)
    return _cut(found)


def render_line(text: str) -> Text:
    """Render a line that is the same on both sides."""
    return _cut(Text(visible_part(text), overflow="fold"))


def visible_part(text: str) -> str:
    """Cut a text to what can be shown, with control characters made visible."""
    return visible(text[: _MAXIMUM_CHARACTERS * 2])


def _cut(found: Text) -> Text:
    if len(found) > _MAXIMUM_CHARACTERS:
        left_out = len(found) - _MAXIMUM_CHARACTERS
        found = found[:_MAXIMUM_CHARACTERS]
        found.append(f"… +{left_out}", DIM)
    return found
