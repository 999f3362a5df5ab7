import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.difference.alignment import FOLDED_FROM, UNFOLDED
from kriterion.markup.difference.csv_table import CsvTable, read_table
from kriterion.markup.difference.segments import Segments
from kriterion.markup.difference.table_difference import (
    MAXIMUM_CELL,
    MAXIMUM_ROWS,
    Column,
    Size,
    TableDifference,
    compare_tables,
)


def compare_values(generated: str, expected: str) -> TableDifference:
    left, right = read_table(generated), read_table(expected)
    assert left and right
    return compare_tables(left, right)


def format_header(difference: TableDifference) -> str:
    return " ".join(_sign(column) + column.name for column in difference.columns)


def _sign(column: Column) -> str:
    return "" if column.same else "-" if column.expected is None else "+"


def format_body(difference: TableDifference) -> list[str]:
    return [
        f"{row.generated or '.'} {row.expected or '.'} | "
        + " ".join("∅" if cell is None else write_out(cell) for cell in row.cells)
        for row in difference.rows
    ]


def write_out(cell: Segments) -> str:
    return "".join(
        segment.text if segment.kind == "same" else f"[{segment.text}]" for segment in cell
    )


@pytest.mark.parametrize(
    ("generated", "expected", "names", "rows"),
    [
        ("A,B\n1,x", "A,B\n1,x", "A B", ["1 1 | 1 x"]),
        ("A,B\n1,cat", "A,B\n1,cut", "A B", ["1 . | 1 c[a]t", ". 1 | 1 c[u]t"]),
        ("A\n16\n11", "A,B\n16,H\n11,M", "A +B", ["1 1 | 16 [H]", "2 2 | 11 [M]"]),
        ("B,A\n1,x", "A,B\nx,1", "+A B -A", ["1 1 | [x] 1 [x]"]),
        ("A\n1", "A\n1\n2", "A", ["1 1 | 1", ". 2 | [2]"]),
        ("A\n2\n1", "A\n1", "A", ["1 . | [2]", "2 1 | 1"]),
        ("A\n7", "B\n8", "-A +B", ["1 1 | [7] [8]"]),
        ("", "A\n1", "+A", [". 1 | [1]"]),
        ("A\n1", "", "-A", ["1 . | [1]"]),
        ("A,A\n1,2", "A\n1", "A -A", ["1 1 | 1 [2]"]),
        ("A\nx ", "A\nx", "A", ["1 . | x[ ]", ". 1 | x"]),
        (
            "A,B\nann,1\nbob,2\ncy,4",
            "A,B\nzoe,9\nann,1\ncy,3",
            "A B",
            [". 1 | [zoe] [9]", "1 2 | ann 1", "2 . | [bob] [2]", "3 . | cy [4]", ". 3 | cy [3]"],
        ),
    ],
)
def test_differences_are_marked(generated: str, expected: str, names: str, rows: list[str]) -> None:
    comparison = compare_values(generated, expected)
    assert format_header(comparison) == names
    assert format_body(comparison) == rows


def test_both_sizes_are_mentioned() -> None:
    comparison = compare_values("A\n1\n2", "A,B\n1,2")
    assert (comparison.generated, comparison.expected) == (Size(2, 1), Size(1, 2))


def test_a_long_cell_is_cut() -> None:
    cell = compare_values("A\n" + "x" * 5_000, "A").rows[0].cells[0]
    assert cell is not None
    assert write_out(cell) == "[" + "x" * (MAXIMUM_CELL - 1) + "…]"


def test_many_equal_rows_are_folded() -> None:
    rows = "".join(f"{number}\n" for number in range(FOLDED_FROM + 1))
    comparison = compare_values("A\n" + rows, "A\n" + rows + "end\n")
    assert comparison.rows[UNFOLDED].folded == FOLDED_FROM + 1 - 2 * UNFOLDED
    assert format_body(comparison)[-1] == f". {FOLDED_FROM + 2} | [end]"


def test_too_many_rows_are_cut() -> None:
    comparison = compare_values("A\n" + "1\n" * 100_000, "A\n" + "2\n" * 100_000)
    assert comparison.cut
    assert len(comparison.rows) == MAXIMUM_ROWS


TABLES = st.builds(
    lambda header, rows: CsvTable(header, tuple(row[: len(header)] for row in rows)),
    st.lists(st.sampled_from("ABC"), max_size=4).map(tuple),
    st.lists(st.tuples(*[st.sampled_from(["", "1", "12", "x "])] * 4), max_size=6).map(tuple),
)


@given(TABLES, TABLES)
def test_each_side_keeps_its_rows_and_cells(generated: CsvTable, expected: CsvTable) -> None:
    difference = compare_tables(generated, expected)
    for table, numbers, places in (
        (
            generated,
            [row.generated for row in difference.rows],
            [c.generated for c in difference.columns],
        ),
        (
            expected,
            [row.expected for row in difference.rows],
            [c.expected for c in difference.columns],
        ),
    ):
        assert [number for number in numbers if number] == list(range(1, len(table.rows) + 1))
        assert [place for place in places if place is not None] == list(range(len(table.header)))
        for number, row in zip(numbers, difference.rows, strict=True):
            if number:
                cells = {
                    place: "".join(segment.text for segment in cell)
                    for place, cell in zip(places, row.cells, strict=True)
                    if place is not None and cell is not None
                }
                assert tuple(cells[place] for place in sorted(cells)) == table.rows[number - 1]
