"""Splits a line of HTML, in which a judge marked the differences, into segments."""

import html
import re

import nh3

from kriterion.markup.difference.segments import Segment, SegmentKind, Segments
from kriterion.markup.html.sanitise import is_fast_to_render
from kriterion.markup.visible_text import make_visible

_MARKS = frozenset({"b", "del", "em", "ins", "mark", "strong"})
_MAXIMUM_CHARACTERS = 64 * 1024
_TAG = re.compile(r"<(/?)[^<>]*>")
_DROPPED = {"script", "style"}


def read_marked_line(text: str) -> Segments:
    """Read a line. Text in one of the tags `_MARKS` is changed; all other tags are removed."""
    if len(text) > _MAXIMUM_CHARACTERS or not is_fast_to_render(text):
        return (Segment(SegmentKind.SAME, text),)
    # In nh3's output every "<" begins a tag.
    clean = nh3.clean(
        make_visible(text), tags=set(_MARKS), attributes={}, clean_content_tags=_DROPPED
    )
    segments: list[Segment] = []
    depth = position = 0
    for tag in [*_TAG.finditer(clean), None]:
        piece = html.unescape(clean[position : tag.start() if tag else None]).replace("\n", "")
        kind = SegmentKind.CHANGED if depth else SegmentKind.SAME
        if piece and segments and segments[-1].kind is kind:
            segments[-1] = Segment(kind, segments[-1].text + piece)
        elif piece:
            segments.append(Segment(kind, piece))
        if tag:
            depth += -1 if tag[1] else 1
            position = tag.end()
    return tuple(segments)
