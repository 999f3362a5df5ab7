"""Compares two texts by line, and changed lines by character.

The result is limited: long equal stretches are folded, texts too long to align count as changed,
and further rows are left out. Blanks at the end of a line and a missing newline at the end of the
text are marked, because they are invisible.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kriterion.markup.difference.alignment import find_stretches, fold_stretch, pair_changed
from kriterion.markup.difference.segments import (
    Segment,
    SegmentKind,
    Segments,
    compare_lines,
    mark_line,
    measure_similarity,
)

# Output is truncated if it is longer than the expected output plus this. Source: dodona-edu/dodona
# e7be6f0d2, FeedbackTableRenderer.
EXCESS_CHARACTERS = 5_000
MAXIMUM_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one text; `number` counts from 1."""

    number: int
    segments: Segments

    @property
    def text(self) -> str:
        return "".join(segment.text for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Row:
    """Two lines beside each other, or None for a side without a line.

    A row without lines represents `folded` lines that are equal on both sides.
    """

    generated: Line | None = None
    expected: Line | None = None
    same: bool = False
    folded: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """The rows, and the lengths of both texts; `cut` means that text is left out."""

    rows: tuple[Row, ...]
    generated_length: int
    expected_length: int
    cut: bool = False


def compare_texts(generated: str, expected: str) -> Difference:
    """Compare generated with expected output."""
    beginning = generated[: len(expected) + EXCESS_CHARACTERS]
    rows = tuple(islice(_Rows(beginning, expected).rows(), MAXIMUM_ROWS + 1))
    return Difference(
        rows=rows[:MAXIMUM_ROWS],
        generated_length=len(generated),
        expected_length=len(expected),
        cut=len(beginning) < len(generated) or len(rows) > MAXIMUM_ROWS,
    )


def _split_lines(text: str) -> list[str]:
    """Split a text into lines. A trailing newline does not start another line."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


class _Rows:
    """Aligns the lines of two texts in rows."""

    def __init__(self, generated: str, expected: str) -> None:
        self._left, self._right = _split_lines(generated), _split_lines(expected)
        # The index of the last line if only the other text ends with a newline, else -1.
        ended = generated.endswith("\n"), expected.endswith("\n")
        one_unended = bool(generated and expected) and ended[0] != ended[1]
        self._unended = (
            len(self._left) - 1 if one_unended and not ended[0] else -1,
            len(self._right) - 1 if one_unended and not ended[1] else -1,
        )

    def rows(self) -> Iterator[Row]:
        for same, left, right in find_stretches(self._left, self._right):
            if same:
                yield from self._list_equal_rows(left, right)
            else:
                for i, j in pair_changed(left, right, self._measure_similarity):
                    yield self._make_row(i, j, same=False)

    def _list_equal_rows(self, left: range, right: range) -> Iterator[Row]:
        head, folded, tail = fold_stretch(left)
        shift = right.start - left.start
        for i in head:
            yield self._make_row(i, i + shift, same=True)
        if folded:
            yield Row(same=True, folded=folded)
        for i in tail:
            yield self._make_row(i, i + shift, same=True)

    def _measure_similarity(self, i: int, j: int) -> float:
        return measure_similarity(self._left[i], self._right[j])

    def _make_row(self, i: int | None, j: int | None, *, same: bool) -> Row:
        """Compare two lines. Those with equal text still differ if one of them lacks a newline."""
        same = same and i != self._unended[0] and j != self._unended[1]
        left, right = "" if i is None else self._left[i], "" if j is None else self._right[j]
        if same:
            left_segments = right_segments = mark_line(left, SegmentKind.SAME)
        elif i is None or j is None:
            left_segments, right_segments = (
                mark_line(left, SegmentKind.CHANGED),
                mark_line(right, SegmentKind.CHANGED),
            )
        else:
            left_segments, right_segments = compare_lines(left, right)
        return Row(
            None if i is None else self._make_line(i, left_segments, ended=i != self._unended[0]),
            None if j is None else self._make_line(j, right_segments, ended=j != self._unended[1]),
            same,
        )

    def _make_line(self, index: int, segments: Segments, *, ended: bool) -> Line:
        end = () if ended else (Segment(SegmentKind.UNENDED, ""),)
        return Line(index + 1, segments + end)
