"""Two tables in one on a terminal: changed rows under each other, with a sign before them."""

from collections.abc import Iterator

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.html.table_comparison import notes_on
from kriterion.feedback.terminal.changed_text import DIM, EXPECTED, YOURS, printed_segments
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import Segments
from kriterion.markup.difference.table_difference import Column, TableDifference, TableRow
from kriterion.markup.visible_text import shorten, visible

_MAXIMUM_ROWS = 40
_MAXIMUM_CELL = 60
_MINIMUM_WIDTH = 8  # of a column, for a viewer to see anything in it


def fits(found: TableDifference, width: int) -> bool:
    """Whether a terminal is wide enough for the columns."""
    return len(found.columns) * _MINIMUM_WIDTH <= width


def printed_tables(found: TableDifference, viewer: Viewer) -> Iterator[RenderableType]:
    """What was generated against what was expected."""
    yield Text.assemble(
        ("- ", YOURS),
        (viewer.translate(phrases.YOUR_OUTPUT), YOURS),
        ("   + ", EXPECTED),
        (viewer.translate(phrases.EXPECTED_OUTPUT), EXPECTED),
    )
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    grid.add_column("")
    for column in found.columns:
        name = shorten(visible(column.name), _MAXIMUM_CELL)
        grid.add_column(Text(f"{_sign(column)}{name}", style=_style(column)), overflow="fold")
    for row in found.rows[:_MAXIMUM_ROWS]:
        grid.add_row(*_cells(row, found.columns, viewer))
    yield grid
    if len(found.rows) > _MAXIMUM_ROWS:
        more = viewer.translate(phrases.MORE_LINES, count=len(found.rows) - _MAXIMUM_ROWS)
        yield Text(f"⋯ {more}", style=DIM)
    yield from (Text(told, style="yellow") for told in notes_on(found, viewer))


def _cells(row: TableRow, columns: tuple[Column, ...], viewer: Viewer) -> Iterator[Text]:
    if row.folded:
        yield Text("⋯", style=DIM)
        if columns:
            yield Text(viewer.translate(phrases.EQUAL_LINES, count=row.folded), style=DIM)
        return
    if row.generated and row.expected:
        yield Text(" ")
        yield from (
            _cell(cell, _style(column), viewer)
            for cell, column in zip(row.cells, columns, strict=True)
        )
        return
    style, sign = (YOURS, "-") if row.generated else (EXPECTED, "+")
    yield Text(sign, style=style)
    yield from (_cell(cell, style, viewer) for cell in row.cells)


def _cell(cell: Segments | None, style: Style, viewer: Viewer) -> Text:
    if cell is None:
        return Text("")
    found = printed_segments(cell, style, viewer)
    found.truncate(_MAXIMUM_CELL, overflow="ellipsis")
    return found


def _sign(column: Column) -> str:
    return "" if column.same else "-" if column.expected is None else "+"


def _style(column: Column) -> Style:
    return Style() if column.same else YOURS if column.expected is None else EXPECTED
