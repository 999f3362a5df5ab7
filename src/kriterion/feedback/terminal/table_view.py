"""Renders two tables merged into one for a terminal, with a sign before changed rows."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.html.table_comparison import list_notes
from kriterion.feedback.terminal.changed_text import DIM, EXPECTED, YOURS, render_segments
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import Segments
from kriterion.markup.difference.table_difference import Column, TableDifference, TableRow
from kriterion.markup.visible_text import make_visible, shorten

_MAXIMUM_ROWS = 40
_MAXIMUM_CELL = 60
_MINIMUM_WIDTH = 8  # of a column, to be readable


def is_wide_enough(difference: TableDifference, width: int) -> bool:
    """Whether `width` is enough for all columns."""
    return len(difference.columns) * _MINIMUM_WIDTH <= width


def render_tables(difference: TableDifference, viewer: Viewer) -> Iterator[RenderableType]:
    """Render a legend, the merged table, and notes."""
    yield Text.assemble(
        ("- ", YOURS),
        (viewer.translate(phrases.YOUR_OUTPUT), YOURS),
        ("   + ", EXPECTED),
        (viewer.translate(phrases.EXPECTED_OUTPUT), EXPECTED),
    )
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    grid.add_column("")
    for column in difference.columns:
        name = shorten(make_visible(column.name), _MAXIMUM_CELL)
        grid.add_column(
            Text(f"{_choose_column_sign(column)}{name}", style=_choose_column_style(column)),
            overflow="fold",
        )
    for row in difference.rows[:_MAXIMUM_ROWS]:
        grid.add_row(*_render_cells(row, difference.columns, viewer))
    yield grid
    if len(difference.rows) > _MAXIMUM_ROWS:
        more = viewer.translate(phrases.MORE_LINES, count=len(difference.rows) - _MAXIMUM_ROWS)
        yield Text(f"⋯ {more}", style=DIM)
    yield from (Text(notice, style="yellow") for notice in list_notes(difference, viewer))


def _render_cells(row: TableRow, columns: tuple[Column, ...], viewer: Viewer) -> Iterator[Text]:
    if row.folded:
        yield Text("⋯", style=DIM)
        if columns:
            yield Text(viewer.translate(phrases.EQUAL_LINES, count=row.folded), style=DIM)
        return
    if row.generated and row.expected:
        yield Text(" ")
        yield from (
            _render_cell(cell, _choose_column_style(column), viewer)
            for cell, column in zip(row.cells, columns, strict=True)
        )
        return
    style, sign = (YOURS, "-") if row.generated else (EXPECTED, "+")
    yield Text(sign, style=style)
    yield from (_render_cell(cell, style, viewer) for cell in row.cells)


def _render_cell(cell: Segments | None, style: Style, viewer: Viewer) -> Text:
    if cell is None:
        return Text("")
    text = render_segments(cell, style, viewer)
    text.truncate(_MAXIMUM_CELL, overflow="ellipsis")
    return text


def _choose_column_sign(column: Column) -> str:
    return "" if column.same else "-" if column.expected is None else "+"


def _choose_column_style(column: Column) -> Style:
    return Style() if column.same else YOURS if column.expected is None else EXPECTED
