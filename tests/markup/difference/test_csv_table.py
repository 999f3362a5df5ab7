import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.difference.csv_table import (
    MAXIMUM_CHARACTERS,
    MAXIMUM_COLUMNS,
    CsvTable,
    read_table,
)


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        ("a,b\n1,2\n", ("a", "b"), (("1", "2"),)),
        ("a,b\r\n1,2\r\n", ("a", "b"), (("1", "2"),)),
        ("\n\n a,b\n1,2", ("a", "b"), (("1", "2"),)),
        ('a\n"x\ny, ""z"""', ("a",), (('x\ny, "z"',),)),
        ("a,b\n1\n1,2,3", ("a", "b", ""), (("1", "", ""), ("1", "2", "3"))),
        ("a", ("a",), ()),
        ('a\n""\n', ("a",), (("",),)),
        ("", (), ()),
        (" \n ", (), ()),
    ],
)
def test_a_table_is_parsed(
    text: str, header: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> None:
    assert read_table(text) == CsvTable(header, rows)


@pytest.mark.parametrize(
    "text",
    [
        'a\n"never closed',
        'a\n"closed" twice"',
        "," * MAXIMUM_COLUMNS,
        "a\n" + "," * MAXIMUM_COLUMNS,
        "x\n" * (MAXIMUM_CHARACTERS // 2 + 1),
        "x" * 200_000,
    ],
    ids=["open quote", "quote within", "wide header", "wide row", "long", "long cell"],
)
def test_an_invalid_or_oversized_table_is_text(text: str) -> None:
    assert read_table(text) is None


@given(st.text() | st.text(alphabet='a,"\n\r\0;'))
def test_any_text_is_a_table_or_none(text: str) -> None:
    table = read_table(text)
    assert table is None or {len(table.header)} >= {len(row) for row in table.rows}
