"""How two texts differ: by line, and within lines that were changed by character.

Everything is bounded: lines are aligned only when there are not too many, characters only in lines
that are not too long; past the bounds whole lines and whole blocks count as changed. Long stretches
that are the same are folded, and what is still too much is cut. Blanks at the
end of a line and a missing newline at the end of the text are told, for they cannot be seen.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import islice, zip_longest

from rapidfuzz.distance import Indel

# rapidfuzz keeps a bit for every pair of lines or characters.
MAXIMUM_LINE_PAIRS = 16_000_000
MAXIMUM_CHARACTER_PAIRS = 1_000_000
MAXIMUM_ALIKE_PAIRS = 400
# Lines with less in common than this are different lines: marking single characters would confuse.
_ALIKE = 0.4
# What is equal between two changes and no longer than this reads better as changed too.
_ISLAND = 2
# Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer: longer than expected by this is cut.
EXCESS_CHARACTERS = 5_000
MAXIMUM_ROWS = 2_000
# A stretch of equal lines longer than this is folded, all but these at either end of it.
FOLDED_FROM = 100
UNFOLDED = 10


@unique
class Part(StrEnum):
    """What a piece of a line is."""

    SAME = "same"
    CHANGED = "changed"
    BLANK = "blank"  # blanks that end the line
    UNENDED = "unended"  # no text: here the newline is missing that the other side has


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one side. `number` counts from 1."""

    number: int
    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Row:
    """What stands beside each other; a side without a line is None.

    A row without any line stands for `folded` lines that are the same on both sides.
    """

    generated: Line | None = None
    expected: Line | None = None
    same: bool = False
    folded: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """The rows, and how many characters both texts have; `cut` when not all of them are shown."""

    rows: tuple[Row, ...]
    generated_length: int
    expected_length: int
    cut: bool = False

    def longest_line(self) -> int:
        """The length of the longest line on either side."""
        lines = (line for row in self.rows for line in (row.generated, row.expected) if line)
        return max((len(line.text) for line in lines), default=0)


def difference(generated: str, expected: str) -> Difference:
    """How what was generated differs from what was expected."""
    shown = generated[: len(expected) + EXCESS_CHARACTERS]
    rows = tuple(islice(_Rows(shown, expected).all(), MAXIMUM_ROWS + 1))
    return Difference(
        rows=rows[:MAXIMUM_ROWS],
        generated_length=len(generated),
        expected_length=len(expected),
        cut=len(shown) < len(generated) or len(rows) > MAXIMUM_ROWS,
    )


def _lines(text: str) -> list[str]:
    """The lines; a newline ends one and begins none."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


class _Rows:
    """The rows of two texts."""

    def __init__(self, generated: str, expected: str) -> None:
        self._left, self._right = _lines(generated), _lines(expected)
        # The last line of the one text lacks the newline that the other text has.
        ended = generated.endswith("\n"), expected.endswith("\n")
        unlike = bool(generated and expected) and ended[0] != ended[1]
        self._unended = (
            len(self._left) - 1 if unlike and not ended[0] else -1,
            len(self._right) - 1 if unlike and not ended[1] else -1,
        )

    def all(self) -> Iterator[Row]:
        for same, left, right in _blocks(self._left, self._right):
            if not same:
                for i, j in self._pairs(left, right):
                    yield self._row(i, j, same=False)
                continue
            folded = len(left) - 2 * UNFOLDED if len(left) > FOLDED_FROM else 0
            for index, (i, j) in enumerate(zip(left, right, strict=True)):
                if index == UNFOLDED and folded:
                    yield Row(same=True, folded=folded)
                if not folded or not UNFOLDED <= index < UNFOLDED + folded:
                    yield self._row(i, j, same=True)

    def _pairs(self, left: range, right: range) -> Iterator[tuple[int | None, int | None]]:
        """Which changed lines stand for each other: those alike, and between them as they come."""
        i, j = left.start, right.start
        for alike in [*self._alike(left, right), (left.stop, right.stop)]:
            yield from zip_longest(range(i, alike[0]), range(j, alike[1]))
            if alike != (left.stop, right.stop):
                yield alike
            i, j = alike[0] + 1, alike[1] + 1

    def _alike(self, left: range, right: range) -> list[tuple[int, int]]:
        """The pairs of lines, in order, that have most in common altogether."""
        if len(left) == len(right) or len(left) * len(right) > MAXIMUM_ALIKE_PAIRS:
            return []
        best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
        nothing: tuple[float, list[tuple[int, int]]] = (0.0, [])
        for i in reversed(left):
            for j in reversed(right):
                rest = best.get((i + 1, j + 1), nothing)
                alike = _likeness(self._left[i], self._right[j])
                best[i, j] = max(
                    (rest[0] + alike, [(i, j), *rest[1]]) if alike else rest,
                    best.get((i + 1, j), nothing),
                    best.get((i, j + 1), nothing),
                    key=lambda found: found[0],
                )
        return best[left.start, right.start][1] if left and right else []

    def _row(self, i: int | None, j: int | None, *, same: bool) -> Row:
        same = same and i != self._unended[0] and j != self._unended[1]
        left, right = "" if i is None else self._left[i], "" if j is None else self._right[j]
        if same:
            pieces = others = _whole(left, Part.SAME)
        elif i is None or j is None:
            pieces, others = _whole(left, Part.CHANGED), _whole(right, Part.CHANGED)
        else:
            pieces, others = _compared(left, right)
        return Row(
            None if i is None else self._line(i, pieces, ended=i != self._unended[0]),
            None if j is None else self._line(j, others, ended=j != self._unended[1]),
            same,
        )

    def _line(self, index: int, segments: tuple[Segment, ...], *, ended: bool) -> Line:
        end = () if ended else (Segment(Part.UNENDED, ""),)
        return Line(index + 1, segments + end)


def _blocks(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[bool, range, range]]:
    """Stretches of lines that are the same on both sides, and those that are not, in turn."""
    if len(left) * len(right) > MAXIMUM_LINE_PAIRS:
        start, end = _common_ends(left, right)
        i, j = len(left) - end, len(right) - end
        yield True, range(start), range(start)
        yield False, range(start, i), range(start, j)
        yield True, range(i, len(left)), range(j, len(right))
    else:
        yield from _stretches(left, right)


def _stretches(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[bool, range, range]]:
    """The same stretches from the longest common subsequence, of lines or of characters."""
    i = j = 0
    for same_left, same_right, length in _common(left, right):
        if same_left > i or same_right > j:
            yield False, range(i, same_left), range(j, same_right)
        if length:
            yield True, range(same_left, same_left + length), range(same_right, same_right + length)
        i, j = same_left + length, same_right + length


def _common(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Where the two are equal, (left, right, length), and an empty stretch at the end."""
    for operation in Indel.opcodes(left, right):
        if operation.tag == "equal":
            length = operation.src_end - operation.src_start
            yield operation.src_start, operation.dest_start, length
    yield len(left), len(right), 0


def _common_ends(left: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """How many lines are the same at the beginning, and how many of the rest at the end."""
    shorter = min(len(left), len(right))
    start = next((k for k in range(shorter) if left[k] != right[k]), shorter)
    rest = shorter - start
    end = next((k for k in range(rest) if left[-1 - k] != right[-1 - k]), rest)
    return start, end


def _compared(left: str, right: str) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Two lines that stand for each other, in segments."""
    if not _likeness(left, right):
        return _whole(left, Part.CHANGED), _whole(right, Part.CHANGED)
    pieces, others = _Pieces(left), _Pieces(right)
    for same, i, j in _without_islands(_stretches(left, right)):
        part = Part.SAME if same else Part.CHANGED
        pieces.add(part, i)
        others.add(part, j)
    return pieces.segments(), others.segments()


def _likeness(left: str, right: str) -> float:
    """How much two lines have in common, up to 1; 0 when too little or too long to be told."""
    if len(left) * len(right) > MAXIMUM_CHARACTER_PAIRS:
        return 0.0
    return Indel.normalized_similarity(left, right, score_cutoff=_ALIKE)


def _without_islands(
    stretches: Iterator[tuple[bool, range, range]],
) -> Iterator[tuple[bool, range, range]]:
    """The stretches, with short equal ones between two changes taken as changed."""
    found = list(stretches)
    for index, (same, i, j) in enumerate(found):
        between = 0 < index < len(found) - 1
        yield same and not (between and len(i) <= _ISLAND), i, j


class _Pieces:
    """The segments of one line, grown from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[tuple[int, Part]] = []

    def add(self, part: Part, stretch: range) -> None:
        """The next stretch. A mark is never parted from its letter: both count as changed."""
        start = stretch.start
        step = 1 if part is Part.SAME else -1
        while 0 < start < len(self._text) and _joins(self._text[start]):
            start += step
        while self._starts and self._starts[-1][0] >= start:
            self._starts.pop()
        if not self._starts or self._starts[-1][1] is not part:
            self._starts.append((start, part))

    def segments(self) -> tuple[Segment, ...]:
        solid = len(self._text.rstrip(" \t"))
        ends = [start for start, _ in self._starts[1:]] + [solid]
        found = [
            Segment(part, self._text[start : min(end, solid)])
            for (start, part), end in zip(self._starts, ends, strict=True)
            if start < min(end, solid)
        ]
        if solid < len(self._text):
            found.append(Segment(Part.BLANK, self._text[solid:]))
        return tuple(found)


def _whole(text: str, part: Part) -> tuple[Segment, ...]:
    pieces = _Pieces(text)
    pieces.add(part, range(len(text)))
    return pieces.segments()


def _joins(character: str) -> bool:
    return character == "\N{ZERO WIDTH JOINER}" or unicodedata.category(character) in ("Mn", "Me")
