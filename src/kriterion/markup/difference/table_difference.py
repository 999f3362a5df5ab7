"""Compares two tables by column and row, and changed rows by cell.

Both tables are merged below one header, which has the columns of both. If two rows are equal in all
shared columns, they become one row; otherwise each table's row is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from kriterion.markup.difference.alignment import find_stretches, fold_stretch, pair_changed
from kriterion.markup.difference.csv_table import CsvTable
from kriterion.markup.difference.segments import SegmentKind, Segments, compare_lines, mark_line
from kriterion.markup.visible_text import shorten

MAXIMUM_ROWS = 500
MAXIMUM_CELL = 200


@dataclass(frozen=True, slots=True)
class Column:
    """A column, with its index in each table, or None if the table lacks it."""

    name: str
    generated: int | None = None
    expected: int | None = None

    @property
    def same(self) -> bool:
        """Whether both tables have the column."""
        return self.generated is not None and self.expected is not None


Cells = tuple[Segments | None, ...]
"""A cell for each column, or None if the row has no such cell."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TableRow:
    """A row with its number (from 1) in each table, or None if it is missing there.

    A row without cells represents `folded` rows that are equal on both sides.
    """

    cells: Cells = ()
    generated: int | None = None
    expected: int | None = None
    folded: int = 0


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of rows and columns of a table."""

    rows: int
    columns: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TableDifference:
    """The merged rows of both tables, and their sizes; `cut` means that rows are left out."""

    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    generated: Size
    expected: Size
    cut: bool = False


def compare_tables(generated: CsvTable, expected: CsvTable) -> TableDifference:
    """Compare generated with expected output."""
    columns = tuple(_merge_columns(generated.header, expected.header))
    rows = tuple(islice(_Rows(generated, expected, columns).rows(), MAXIMUM_ROWS + 1))
    return TableDifference(
        columns=columns,
        rows=rows[:MAXIMUM_ROWS],
        generated=_measure_table(generated),
        expected=_measure_table(expected),
        cut=len(rows) > MAXIMUM_ROWS,
    )


def _measure_table(table: CsvTable) -> Size:
    return Size(len(table.rows), len(table.header))


def _merge_columns(generated: tuple[str, ...], expected: tuple[str, ...]) -> Iterator[Column]:
    for same, left, right in find_stretches(generated, expected):
        if same:
            yield from (Column(generated[i], i, j) for i, j in zip(left, right, strict=True))
        else:
            yield from (Column(generated[i], i, None) for i in left)
            yield from (Column(expected[j], None, j) for j in right)


class _Rows:
    """Merges the rows of two tables."""

    def __init__(
        self, generated: CsvTable, expected: CsvTable, columns: tuple[Column, ...]
    ) -> None:
        self._left, self._right = generated.rows, expected.rows
        self._columns = columns
        common = [(column.generated, column.expected) for column in columns]
        both = [(i, j) for i, j in common if i is not None and j is not None]
        self._left_keys = [tuple(row[i] for i, _ in both) for row in self._left]
        self._right_keys = [tuple(row[j] for _, j in both) for row in self._right]

    def rows(self) -> Iterator[TableRow]:
        for same, left, right in find_stretches(self._left_keys, self._right_keys):
            if same:
                yield from self._list_equal_rows(left, right)
                continue
            for i, j in pair_changed(left, right, self._count_equal_cells):
                yield from self._list_changed_rows(i, j)

    def _list_equal_rows(self, left: range, right: range) -> Iterator[TableRow]:
        head, folded, tail = fold_stretch(left)
        shift = right.start - left.start
        yield from (self._make_shared_row(i, i + shift) for i in head)
        if folded:
            yield TableRow(folded=folded)
        yield from (self._make_shared_row(i, i + shift) for i in tail)

    def _make_shared_row(self, i: int, j: int) -> TableRow:
        cells = (
            mark_line(_clip_cell(self._left[i][column.generated]), SegmentKind.SAME)
            if column.generated is not None and column.expected is not None
            else self._make_one_sided_cell(column, i, j)
            for column in self._columns
        )
        return TableRow(cells=tuple(cells), generated=i + 1, expected=j + 1)

    def _make_one_sided_cell(self, column: Column, i: int | None, j: int | None) -> Segments | None:
        """Return the cell in a column that only one table has, or in a row of one table."""
        if column.generated is not None and i is not None:
            return mark_line(_clip_cell(self._left[i][column.generated]), SegmentKind.CHANGED)
        if column.expected is not None and j is not None:
            return mark_line(_clip_cell(self._right[j][column.expected]), SegmentKind.CHANGED)
        return None

    def _list_changed_rows(self, i: int | None, j: int | None) -> Iterator[TableRow]:
        sides = [self._compare_cells(column, i, j) for column in self._columns]
        if i is not None:
            yield TableRow(cells=tuple(cell for cell, _ in sides), generated=i + 1)
        if j is not None:
            yield TableRow(cells=tuple(cell for _, cell in sides), expected=j + 1)

    def _compare_cells(
        self, column: Column, i: int | None, j: int | None
    ) -> tuple[Segments | None, Segments | None]:
        """Return the cells of two rows in one column, with their differences marked."""
        if i is None or j is None or column.generated is None or column.expected is None:
            return self._make_one_sided_cell(column, i, None), self._make_one_sided_cell(
                column, None, j
            )
        left, right = self._left[i][column.generated], self._right[j][column.expected]
        if left == right:
            same = mark_line(_clip_cell(left), SegmentKind.SAME)
            return same, same
        return compare_lines(_clip_cell(left), _clip_cell(right))

    def _count_equal_cells(self, i: int, j: int) -> float:
        """Count the shared columns in which two rows are equal."""
        return sum(map(str.__eq__, self._left_keys[i], self._right_keys[j]))


def _clip_cell(cell: str) -> str:
    return shorten(cell, MAXIMUM_CELL)
