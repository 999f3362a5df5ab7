"""Renders the segments of a compared line or cell as HTML."""

from collections.abc import Iterator
from typing import assert_never

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import SegmentKind, Segments
from kriterion.markup.element import Markup, element
from kriterion.markup.visible_text import make_visible


def render_pieces(segments: Segments, changed: str, viewer: Viewer) -> Iterator[str]:
    """Render each segment; `changed` is the tag around changed ones: "ins" or "del"."""
    for segment in segments:
        match segment.kind:
            case SegmentKind.UNENDED:
                yield element("span", f"⏎ {viewer.translate(phrases.NO_NEWLINE)}", class_="unended")
            case SegmentKind.SAME:
                yield segment.text
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
