"""Renders the segments of a compared line or cell for a terminal."""

from rich.style import Style
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import SegmentKind, Segments
from kriterion.markup.visible_text import make_visible

YOURS, EXPECTED = Style.parse("red"), Style.parse("green")
DIM = Style.parse("dim")
_CHANGED = Style.parse("bold underline")
_MAXIMUM_CHARACTERS = 2_000


def render_segments(segments: Segments, style: Style, viewer: Viewer) -> Text:
    """Render a line or cell of one side with marked changes and visible trailing blanks."""
    text = Text(style=style, overflow="fold")
    for segment in segments:
        if segment.kind is SegmentKind.UNENDED:
            text.append(f" ⏎ {viewer.translate(phrases.NO_NEWLINE)}", DIM)
        elif segment.kind is SegmentKind.SAME:
            text.append(clip_text(segment.text))
        elif segment.kind is SegmentKind.BLANK or segment.text.isspace():
            text.append(clip_text(segment.text).replace(" ", "·").replace("\t", "→"), DIM)
        else:
            text.append(clip_text(segment.text), _CHANGED)
    return _truncate(text)


def render_line(text: str) -> Text:
    """Render a line that is equal on both sides."""
    return _truncate(Text(clip_text(text), overflow="fold"))


def clip_text(text: str) -> str:
    """Truncate a text to about what can be shown, and make control characters visible."""
    return make_visible(text[: _MAXIMUM_CHARACTERS * 2])


def _truncate(text: Text) -> Text:
    if len(text) > _MAXIMUM_CHARACTERS:
        left_out = len(text) - _MAXIMUM_CHARACTERS
        text = text[:_MAXIMUM_CHARACTERS]
        text.append(f"… +{left_out}", DIM)
    return text
