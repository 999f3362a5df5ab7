"""Split HTML into tags and texts with their positions; any text is accepted."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.assembly import TextPlace


@dataclass(frozen=True, slots=True)
class StartTag:
    """The beginning of an element, with its attributes; their names are in lower case.

    `content` is the content of a script or style, which is not HTML.
    """

    name: str
    attributes: dict[str, str]
    position: int
    content: str = ""


@dataclass(frozen=True, slots=True)
class EndTag:
    """The end of an element."""

    name: str
    position: int


@dataclass(frozen=True, slots=True)
class TagText:
    """The text between tags, with its character references replaced."""

    text: str
    position: int


# The value of an attribute ends at the next "<" even without a quote, which keeps this linear.
_INSIDE = r"""(?:[^"'<>]|"[^"<]*"|'[^'<]*')*+/?>"""
_PIECE = re.compile(
    r"<!--.*?(?:-->|\Z)|<[!?][^<>]*>"
    rf"|<(?P<raw>script|style)\b(?P<raw_inside>{_INSIDE})(?P<content>.*?)(?:</(?P=raw)\s*>|\Z)"
    rf"|<(?P<start>[a-z][a-z0-9]*)\b(?P<inside>{_INSIDE})|</(?P<end>[a-z][a-z0-9]*)[^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"""(?P<name>[^\s"'<>/=]+)"""
    r"""(?:\s*+=\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+)))?"""
)


def read_tags(html: str) -> Iterator[StartTag | EndTag | TagText]:
    """Yield the pieces in order, without comments."""
    begin = 0
    for piece in _PIECE.finditer(html):
        if begin < piece.start():
            yield TagText(unescape(html[begin : piece.start()]), begin)
        begin = piece.end()
        if piece["start"]:
            attributes = dict(_read_attributes(piece["inside"]))
            yield StartTag(piece["start"].lower(), attributes, piece.start())
        elif piece["raw"]:
            attributes = dict(_read_attributes(piece["raw_inside"]))
            yield StartTag(piece["raw"].lower(), attributes, piece.start(), piece["content"])
        elif piece["end"]:
            yield EndTag(piece["end"].lower(), piece.start())
    if begin < len(html):
        yield TagText(unescape(html[begin:]), begin)


class Places:
    """Converts positions in a text to lines and columns."""

    def __init__(self, text: str) -> None:
        self._lines = [0, *(end.end() for end in re.finditer("\n", text))]

    def find_place(self, position: int) -> TextPlace:
        line = bisect_right(self._lines, position)
        return TextPlace(line, position - self._lines[line - 1] + 1)


def _read_attributes(inside: str) -> Iterator[tuple[str, str]]:
    for match in _ATTRIBUTE.finditer(inside):
        value = match["double"] or match["single"] or match["bare"] or ""
        yield match["name"].lower(), unescape(value)
