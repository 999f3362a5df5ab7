"""Both sides of a test on a terminal, split if there is room, else unified."""

from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kriterion.feedback import phrases
from kriterion.feedback.compared_sides import compare_sides
from kriterion.feedback.terminal.changed_text import (
    DIM,
    EXPECTED,
    YOURS,
    render_line,
    render_segments,
    visible_part,
)
from kriterion.feedback.terminal.table_view import fits, render_tables
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import PieceKind
from kriterion.markup.difference.table_difference import TableDifference
from kriterion.markup.difference.text_difference import Difference, Line, Row, difference
from kriterion_tools.contracts.dodona_judge.output_records import Test

_MAXIMUM_ROWS = 40


class DifferenceView:
    """Generated against expected output, in the view that fits the terminal."""

    def __init__(self, test: Test, viewer: Viewer) -> None:
        self._test = test
        self._viewer = viewer

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = compare_sides(self._test)
        if isinstance(found, TableDifference):
            if fits(found, options.max_width):
                yield from render_tables(found, self._viewer)
                return
            found = difference(self._test.generated or "", self._test.expected or "")
        rows = found.rows[:_MAXIMUM_ROWS]
        if not found.rows:
            return
        if len(found.rows) == 1:
            yield self._one_line(rows[0])
        elif _width_beside(rows) <= options.max_width:
            yield self._beside(rows)
        else:
            yield self._in_one_column(rows)
        yield from self._left_out(found, len(found.rows) - len(rows))

    def _one_line(self, row: Row) -> Table:
        table = _grid()
        table.add_row(
            Text(f"- {self._viewer.translate(phrases.YOUR_OUTPUT)}  ", style=YOURS),
            self._text(row.generated, YOURS, row.same),
        )
        table.add_row(
            Text(f"+ {self._viewer.translate(phrases.EXPECTED_OUTPUT)}  ", style=EXPECTED),
            self._text(row.expected, EXPECTED, row.same),
        )
        return table

    def _beside(self, rows: Iterable[Row]) -> Table:
        table = _grid()
        table.add_row(
            *("", Text(f"- {self._viewer.translate(phrases.YOUR_OUTPUT)}", style=YOURS)),
            *("", "", Text(f"+ {self._viewer.translate(phrases.EXPECTED_OUTPUT)}", style=EXPECTED)),
        )
        for row in rows:
            if row.folded:
                table.add_row("", self._folded(row), " │ ", "", self._folded(row))
                continue
            table.add_row(
                *(_number(row.generated), self._text(row.generated, YOURS, row.same)),
                Text(" │ " if row.same else " ≠ ", style=DIM),
                *(_number(row.expected), self._text(row.expected, EXPECTED, row.same)),
            )
        return table

    def _in_one_column(self, rows: Iterable[Row]) -> Table:
        table = _grid()
        table.add_row(
            *("", "", Text("- ", style=YOURS)),
            Text.assemble(
                (self._viewer.translate(phrases.YOUR_OUTPUT), YOURS),
                ("   + ", EXPECTED),
                (self._viewer.translate(phrases.EXPECTED_OUTPUT), EXPECTED),
            ),
        )
        for row in rows:
            if row.folded:
                table.add_row("", "", "", self._folded(row))
            elif row.same:
                text = self._text(row.generated, YOURS, same=True)
                table.add_row(_number(row.generated), _number(row.expected), "", text)
            else:
                self._add_changed(table, row)
        return table

    def _add_changed(self, table: Table, row: Row) -> None:
        if row.generated:
            text = self._text(row.generated, YOURS, same=False)
            table.add_row(_number(row.generated), "", Text("- ", style=YOURS), text)
        if row.expected:
            text = self._text(row.expected, EXPECTED, same=False)
            table.add_row("", _number(row.expected), Text("+ ", style=EXPECTED), text)

    def _text(self, line: Line | None, style: Style, same: bool) -> Text:
        if line is None:
            return Text()
        if same:
            return render_line(line.text)
        return render_segments(line.segments, style, self._viewer)

    def _folded(self, row: Row) -> Text:
        notice = self._viewer.translate(phrases.EQUAL_LINES, count=row.folded)
        return Text(f"⋯ {notice}", style=DIM)

    def _left_out(self, found: Difference, rows: int) -> Iterable[Text]:
        if rows > 0:
            yield Text(f"⋯ {self._viewer.translate(phrases.MORE_LINES, count=rows)}", style=DIM)
        if found.cut:
            notice = self._viewer.translate(
                phrases.CUT, generated=found.generated_length, expected=found.expected_length
            )
            yield Text(notice, style="yellow")


def _grid() -> Table:
    return Table.grid(padding=0)


def _number(line: Line | None) -> Text:
    return Text(f"{line.number:>3} " if line else "", style=DIM)


def _width_beside(rows: Iterable[Row]) -> int:
    """Return the width that two columns need, with line numbers and notes on newlines."""
    sides = [0, 0]
    for row in rows:
        for side, line in enumerate((row.generated, row.expected)):
            if line:
                sides[side] = max(
                    sides[side], cell_len(visible_part(line.text)) + 28 * _unended(line)
                )
    return sum(sides) + len(" │ ") + 2 * len("999 ")


def _unended(line: Line) -> bool:
    return any(segment.part is PieceKind.UNENDED for segment in line.segments)
