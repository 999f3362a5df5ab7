"""A line in segments: what of it is the same as in the line that it is compared with."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from rapidfuzz.distance import Indel

from kriterion.markup.difference.alignment import Stretch, stretches

MAXIMUM_PAIRS = 1_000_000
# Lines with less in common than this are different lines: marking single characters would confuse.
_ALIKE = 0.4
# What is equal between two changes and no longer than this reads better as changed too.
_ISLAND = 2


@unique
class PieceKind(StrEnum):
    """What a piece of a line is."""

    SAME = "same"
    CHANGED = "changed"
    BLANK = "blank"  # blanks that end the line
    UNENDED = "unended"  # no text: here the newline is missing that the other side has


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line."""

    part: PieceKind
    text: str


Segments = tuple[Segment, ...]


def compared(left: str, right: str) -> tuple[Segments, Segments]:
    """Two lines that stand for each other, in segments."""
    if not likeness(left, right):
        return whole(left, PieceKind.CHANGED), whole(right, PieceKind.CHANGED)
    pieces, others = _Pieces(left), _Pieces(right)
    for same, i, j in _without_islands(stretches(left, right)):
        part = PieceKind.SAME if same else PieceKind.CHANGED
        pieces.add(part, i)
        others.add(part, j)
    return pieces.segments(), others.segments()


def whole(text: str, part: PieceKind) -> Segments:
    """A line that is all the same, or all changed; blanks at its end are told."""
    pieces = _Pieces(text)
    pieces.add(part, range(len(text)))
    return pieces.segments()


def likeness(left: str, right: str) -> float:
    """How much two lines have in common, up to 1; 0 when too little or too long to be told."""
    if len(left) * len(right) > MAXIMUM_PAIRS:
        return 0.0
    return Indel.normalized_similarity(left, right, score_cutoff=_ALIKE)


def _without_islands(all_stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """The stretches, with short equal ones between two changes taken as changed."""
    found = list(all_stretches)
    for index, (same, i, j) in enumerate(found):
        between = 0 < index < len(found) - 1
        yield same and not (between and len(i) <= _ISLAND), i, j


class _Pieces:
    """The segments of one line, grown from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[tuple[int, PieceKind]] = []

    def add(self, part: PieceKind, stretch: range) -> None:
        """The next stretch. A mark is never parted from its letter: both count as changed."""
        start = stretch.start
        step = 1 if part is PieceKind.SAME else -1
        while 0 < start < len(self._text) and _joins(self._text[start]):
            start += step
        while self._starts and self._starts[-1][0] >= start:
            self._starts.pop()
        if not self._starts or self._starts[-1][1] is not part:
            self._starts.append((start, part))

    def segments(self) -> Segments:
        solid = len(self._text.rstrip(" \t"))
        ends = [start for start, _ in self._starts[1:]] + [solid]
        found = [
            Segment(part, self._text[start : min(end, solid)])
            for (start, part), end in zip(self._starts, ends, strict=True)
            if start < min(end, solid)
        ]
        if solid < len(self._text):
            found.append(Segment(PieceKind.BLANK, self._text[solid:]))
        return tuple(found)


def _joins(character: str) -> bool:
    return character == "\N{ZERO WIDTH JOINER}" or unicodedata.category(character) in ("Mn", "Me")
