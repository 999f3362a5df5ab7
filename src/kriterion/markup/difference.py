"""How two texts differ: by line, and within lines that were changed by character.

Everything is bounded: long stretches that are the same are folded, what is too long for an
alignment counts as changed as a whole, and what is still too much is cut. Blanks at the end of a
line and a missing newline at the end of the text are told, for they cannot be seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest

from kriterion.markup.alignment import stretches
from kriterion.markup.segments import Part, Segment, Segments, compared, likeness, whole

# Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer: longer than expected by this is cut.
EXCESS_CHARACTERS = 5_000
MAXIMUM_ROWS = 2_000
# A stretch of equal lines longer than this is folded, all but these at either end of it.
FOLDED_FROM = 100
UNFOLDED = 10
# So many pairs of lines are looked at to find those that are alike.
_MAXIMUM_ALIKE_PAIRS = 400


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
    """The rows, and how many characters both texts have; `cut` when not all of them are shown."""

    rows: tuple[Row, ...]
    generated_length: int
    expected_length: int
    cut: bool = False


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
        for same, left, right in stretches(self._left, self._right):
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
        if len(left) == len(right) or len(left) * len(right) > _MAXIMUM_ALIKE_PAIRS:
            return []
        best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
        nothing: tuple[float, list[tuple[int, int]]] = (0.0, [])
        for i in reversed(left):
            for j in reversed(right):
                rest = best.get((i + 1, j + 1), nothing)
                alike = likeness(self._left[i], self._right[j])
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
            pieces = others = whole(left, Part.SAME)
        elif i is None or j is None:
            pieces, others = whole(left, Part.CHANGED), whole(right, Part.CHANGED)
        else:
            pieces, others = compared(left, right)
        return Row(
            None if i is None else self._line(i, pieces, ended=i != self._unended[0]),
            None if j is None else self._line(j, others, ended=j != self._unended[1]),
            same,
        )

    def _line(self, index: int, segments: Segments, *, ended: bool) -> Line:
        end = () if ended else (Segment(Part.UNENDED, ""),)
        return Line(index + 1, segments + end)
