"""Renders the segments of a compared line or cell as HTML."""

from collections.abc import Iterator
from typing import assert_never

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import SegmentKind, Segments
from kriterion.markup.element import Markup, element
from kriterion.markup.highlight.line_colours import ColouredLine, Tokens
from kriterion.markup.visible_text import make_visible


def render_pieces(
    segments: Segments, changed: str, viewer: Viewer, tokens: Tokens = ()
) -> Iterator[str]:
    """Render each segment; `changed` is the tag around changed ones: "ins" or "del".

    `tokens` highlight what is not changed: on the background of changes, colours are hard to read.
    """
    coloured = ColouredLine("".join(segment.text for segment in segments), tokens)
    for segment in segments:
        same = list(coloured.take(len(segment.text), segment.text))
        match segment.kind:
            case SegmentKind.UNENDED:
                yield element("span", f"⏎ {viewer.translate(phrases.NO_NEWLINE)}", class_="unended")
            case SegmentKind.SAME:
                yield from same
            case SegmentKind.BLANK:
                yield _render_blanks(segment.text)
            case SegmentKind.CHANGED:
                blank = segment.text.isspace()
                yield element(changed, _render_blanks(segment.text) if blank else segment.text)
            case _:
                assert_never(segment.kind)


def _render_blanks(text: str) -> Markup:
    """Make blanks visible by a style rule, so that copying yields the original characters."""
    visible = make_visible(text).replace(" ", "·").replace("\t", "→\t")
    return element("span", text, class_="blank", data_shown=visible)
