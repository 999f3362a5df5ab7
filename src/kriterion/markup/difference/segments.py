"""Splits two lines into segments that are equal and segments that differ."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from rapidfuzz.distance import Indel

from kriterion.markup.difference.alignment import Stretch, find_stretches

MAXIMUM_PAIRS = 1_000_000
# Lines less similar than this are marked as a whole: marking single characters would be confusing.
_MINIMUM_SIMILARITY = 0.4
# An equal kind between two changes is marked as changed, too, if it has at most so many characters.
_ISLAND = 2


@unique
class SegmentKind(StrEnum):
    """The kind of a segment."""

    SAME = "same"
    CHANGED = "changed"
    BLANK = "blank"  # blanks at the end of the line
    UNENDED = "unended"  # has no text: the newline that ends the other side is missing here


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line."""

    kind: SegmentKind
    text: str


Segments = tuple[Segment, ...]


def compare_lines(left: str, right: str) -> tuple[Segments, Segments]:
    """Split two lines into segments, equal and changed ones."""
    if not measure_similarity(left, right):
        return mark_line(left, SegmentKind.CHANGED), mark_line(right, SegmentKind.CHANGED)
    left_line, right_line = _SegmentedLine(left), _SegmentedLine(right)
    for same, i, j in _drop_islands(find_stretches(left, right)):
        kind = SegmentKind.SAME if same else SegmentKind.CHANGED
        left_line.add(kind, i)
        right_line.add(kind, j)
    return left_line.segments(), right_line.segments()


def mark_line(text: str, kind: SegmentKind) -> Segments:
    """Return the segments of a line that is all equal or all changed; blanks at its end count
    separately.
    """
    line = _SegmentedLine(text)
    line.add(kind, range(len(text)))
    return line.segments()


def measure_similarity(left: str, right: str) -> float:
    """Return the similarity of two lines, from 0 to 1; 0 if too low or too slow to compute."""
    if len(left) * len(right) > MAXIMUM_PAIRS:
        return 0.0
    return Indel.normalized_similarity(left, right, score_cutoff=_MINIMUM_SIMILARITY)


def _drop_islands(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """Turn short equal stretches between two changed ones into changed ones."""
    all_stretches = list(stretches)
    for index, (same, left, right) in enumerate(all_stretches):
        is_between = 0 < index < len(all_stretches) - 1
        yield same and not (is_between and len(left) <= _ISLAND), left, right


class _SegmentedLine:
    """Collects the segments of one line from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[tuple[int, SegmentKind]] = []

    def add(self, kind: SegmentKind, stretch: range) -> None:
        """Add the next stretch of the line.

        Its start moves if a combining mark would be separated from its letter; both then count as
        changed.
        """
        start = stretch.start
        step = 1 if kind is SegmentKind.SAME else -1
        while 0 < start < len(self._text) and _is_combining(self._text[start]):
            start += step
        while self._starts and self._starts[-1][0] >= start:
            self._starts.pop()
        if not self._starts or self._starts[-1][1] is not kind:
            self._starts.append((start, kind))

    def segments(self) -> Segments:
        """Return the segments, with the blanks at the end of the line as one of their own."""
        text_end = len(self._text.rstrip(" \t"))
        ends = [start for start, _ in self._starts[1:]] + [text_end]
        segments = [
            Segment(kind, self._text[start : min(end, text_end)])
            for (start, kind), end in zip(self._starts, ends, strict=True)
            if start < min(end, text_end)
        ]
        if text_end < len(self._text):
            segments.append(Segment(SegmentKind.BLANK, self._text[text_end:]))
        return tuple(segments)


def _is_combining(character: str) -> bool:
    return character == "\N{ZERO WIDTH JOINER}" or unicodedata.category(character) in ("Mn", "Me")
