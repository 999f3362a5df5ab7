"""Renders two tables merged into one as HTML, with changed rows below each other."""

from collections.abc import Iterator

from kriterion.feedback import phrases
from kriterion.feedback.html.changed_pieces import render_pieces
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.csv_table import CsvTable
from kriterion.markup.difference.segments import Segments
from kriterion.markup.difference.table_difference import (
    MAXIMUM_CELL,
    Column,
    TableDifference,
    TableRow,
)
from kriterion.markup.element import Markup, element, join_html
from kriterion.markup.visible_text import shorten

MAXIMUM_ROWS = 200


def render_table_comparison(difference: TableDifference, viewer: Viewer) -> Markup:
    """Render the merged table with a legend and notes."""
    legend = (
        element("span", viewer.translate(phrases.YOUR_OUTPUT), class_="yours"),
        element("span", viewer.translate(phrases.EXPECTED_OUTPUT), class_="expected"),
    )
    names = (
        element(
            "th", shorten(column.name, MAXIMUM_CELL), scope="col", class_=_choose_side_class(column)
        )
        for column in difference.columns
    )
    numbers = (element("td", class_="nr"), element("td", class_="nr"))
    table = element(
        "table",
        element("thead", element("tr", *numbers, *names)),
        element(
            "tbody", *(_render_row(row, difference.columns, viewer) for row in difference.rows)
        ),
    )
    notes = (element("p", notice, class_="left-out") for notice in list_notes(difference, viewer))
    box = element("div", element("div", *legend, class_="legend"), table, class_="compared-tables")
    return join_html((box, *notes))


def list_notes(difference: TableDifference, viewer: Viewer) -> Iterator[str]:
    """Yield notes on the sizes if they differ, and on rows that are left out."""
    generated, expected = difference.generated, difference.expected
    if generated.rows != expected.rows:
        yield viewer.translate(phrases.ROWS, generated=generated.rows, expected=expected.rows)
    if generated.columns != expected.columns:
        yield viewer.translate(
            phrases.COLUMNS, generated=generated.columns, expected=expected.columns
        )
    if difference.cut:
        yield viewer.translate(phrases.ROWS_SHOWN, shown=len(difference.rows))


def render_table(table: CsvTable, viewer: Viewer) -> Markup:
    """Render a single table with numbered rows."""
    names = (element("th", shorten(name, MAXIMUM_CELL), scope="col") for name in table.header)
    rows = (
        element(
            "tr",
            element("td", class_="nr", data_line=number),
            *(element("td", shorten(cell, MAXIMUM_CELL)) for cell in row),
        )
        for number, row in enumerate(table.rows[:MAXIMUM_ROWS], start=1)
    )
    head = element("thead", element("tr", element("td", class_="nr"), *names))
    box = element("div", element("table", head, element("tbody", *rows)), class_="compared-tables")
    if len(table.rows) <= MAXIMUM_ROWS:
        return box
    more = viewer.translate(phrases.MORE_LINES, count=len(table.rows) - MAXIMUM_ROWS)
    return join_html((box, element("p", f"⋯ {more}", class_="left-out")))


def _render_row(row: TableRow, columns: tuple[Column, ...], viewer: Viewer) -> Markup:
    if row.folded:
        notice = viewer.translate(phrases.EQUAL_LINES, count=row.folded)
        cell = element("td", f"⋯ {notice} ⋯", colspan=2 + len(columns))
        return element("tr", cell, class_="folded")
    side = "" if row.generated and row.expected else "yours" if row.generated else "expected"
    return element(
        "tr",
        element("td", class_="nr", data_line=row.generated),
        element("td", class_="nr", data_line=row.expected),
        *(
            _render_cell(cell, side or _choose_side_class(column), viewer)
            for cell, column in zip(row.cells, columns, strict=True)
        ),
        class_=side,
    )


def _render_cell(cell: Segments | None, side: str, viewer: Viewer) -> Markup:
    if cell is None:
        return element("td", class_="none")
    return element(
        "td", *render_pieces(cell, "ins" if side == "expected" else "del", viewer), class_=side
    )


def _choose_side_class(column: Column) -> str:
    """Return the class of the only side that has the column, or "" if both have it."""
    return "" if column.same else "yours" if column.expected is None else "expected"
