"""Compare two texts by line, and changed lines by character.

Everything is bounded: long equal stretches are folded, what is too long to align counts as changed,
and the rest is cut. Blanks at the end of a line and a missing newline at the end of the text are
marked, since they are invisible.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kriterion.markup.difference.alignment import find_stretches, fold_stretch, pair_changed
from kriterion.markup.difference.segments import (
    PieceKind,
    Segment,
    Segments,
    compare_lines,
    mark_line,
    measure_similarity,
)

# Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer: cut beyond the expected length plus
# this.
EXCESS_CHARACTERS = 5_000
MAXIMUM_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of one side. `number` counts from 1."""

    number: int
    segments: Segments

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
    """The rows, and the lengths of both texts; `cut` if some of the text is left out."""

    rows: tuple[Row, ...]
    generated_length: int
    expected_length: int
    cut: bool = False


def compare_texts(generated: str, expected: str) -> Difference:
    """Compare generated with expected output."""
    shown = generated[: len(expected) + EXCESS_CHARACTERS]
    rows = tuple(islice(_Rows(shown, expected).rows(), MAXIMUM_ROWS + 1))
    return Difference(
        rows=rows[:MAXIMUM_ROWS],
        generated_length=len(generated),
        expected_length=len(expected),
        cut=len(shown) < len(generated) or len(rows) > MAXIMUM_ROWS,
    )


def _split_lines(text: str) -> list[str]:
    """Split into lines; a newline ends a line and begins none."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


class _Rows:
    """The rows of two texts."""

    def __init__(self, generated: str, expected: str) -> None:
        self._left, self._right = _split_lines(generated), _split_lines(expected)
        # The last line of one text lacks the newline that the other text has.
        ended = generated.endswith("\n"), expected.endswith("\n")
        one_unended = bool(generated and expected) and ended[0] != ended[1]
        self._unended = (
            len(self._left) - 1 if one_unended and not ended[0] else -1,
            len(self._right) - 1 if one_unended and not ended[1] else -1,
        )

    def rows(self) -> Iterator[Row]:
        for same, left, right in find_stretches(self._left, self._right):
            if same:
                yield from self._equal_rows(left, right)
            else:
                for i, j in pair_changed(left, right, self._measure_similarity):
                    yield self._make_row(i, j, same=False)

    def _equal_rows(self, left: range, right: range) -> Iterator[Row]:
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
        same = same and i != self._unended[0] and j != self._unended[1]
        left, right = "" if i is None else self._left[i], "" if j is None else self._right[j]
        if same:
            left_segments = right_segments = mark_line(left, PieceKind.SAME)
        elif i is None or j is None:
            left_segments, right_segments = (
                mark_line(left, PieceKind.CHANGED),
                mark_line(right, PieceKind.CHANGED),
            )
        else:
            left_segments, right_segments = compare_lines(left, right)
        return Row(
            None if i is None else self._make_line(i, left_segments, ended=i != self._unended[0]),
            None if j is None else self._make_line(j, right_segments, ended=j != self._unended[1]),
            same,
        )

    def _make_line(self, index: int, segments: Segments, *, ended: bool) -> Line:
        end = () if ended else (Segment(PieceKind.UNENDED, ""),)
        return Line(index + 1, segments + end)
