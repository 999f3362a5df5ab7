"""Renders generated and expected output for a terminal: split if it is wide enough, or unified."""

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
    clip_text,
    render_line,
    render_segments,
)
from kriterion.feedback.terminal.table_view import is_wide_enough, render_tables
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.segments import SegmentKind
from kriterion.markup.difference.table_difference import TableDifference
from kriterion.markup.difference.text_difference import Difference, Line, Row, compare_texts
from kriterion_tools.contracts.dodona_judge.output_records import Test

_MAXIMUM_ROWS = 40


class DifferenceView:
    """The comparison of generated with expected output, in the view that fits the terminal."""

    def __init__(self, test: Test, viewer: Viewer) -> None:
        self._test = test
        self._viewer = viewer

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        difference = compare_sides(self._test)
        if isinstance(difference, TableDifference):
            if is_wide_enough(difference, options.max_width):
                yield from render_tables(difference, self._viewer)
                return
            difference = compare_texts(self._test.generated or "", self._test.expected or "")
        rows = difference.rows[:_MAXIMUM_ROWS]
        if not difference.rows:
            return
        if len(difference.rows) == 1:
            yield self._render_single_row(rows[0])
        elif _split_width(rows) <= options.max_width:
            yield self._render_split(rows)
        else:
            yield self._render_unified(rows)
        yield from self._render_notes(difference, len(difference.rows) - len(rows))

    def _render_single_row(self, row: Row) -> Table:
        table = _make_grid()
        table.add_row(
            Text(f"- {self._viewer.translate(phrases.YOUR_OUTPUT)}  ", style=YOURS),
            self._render_text(row.generated, YOURS, row.same),
        )
        table.add_row(
            Text(f"+ {self._viewer.translate(phrases.EXPECTED_OUTPUT)}  ", style=EXPECTED),
            self._render_text(row.expected, EXPECTED, row.same),
        )
        return table

    def _render_split(self, rows: Iterable[Row]) -> Table:
        table = _make_grid()
        table.add_row(
            *("", Text(f"- {self._viewer.translate(phrases.YOUR_OUTPUT)}", style=YOURS)),
            *("", "", Text(f"+ {self._viewer.translate(phrases.EXPECTED_OUTPUT)}", style=EXPECTED)),
        )
        for row in rows:
            if row.folded:
                table.add_row("", self._render_folded(row), " │ ", "", self._render_folded(row))
                continue
            table.add_row(
                *(_render_number(row.generated), self._render_text(row.generated, YOURS, row.same)),
                Text(" │ " if row.same else " ≠ ", style=DIM),
                *(
                    _render_number(row.expected),
                    self._render_text(row.expected, EXPECTED, row.same),
                ),
            )
        return table

    def _render_unified(self, rows: Iterable[Row]) -> Table:
        table = _make_grid()
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
                table.add_row("", "", "", self._render_folded(row))
            elif row.same:
                text = self._render_text(row.generated, YOURS, same=True)
                table.add_row(_render_number(row.generated), _render_number(row.expected), "", text)
            else:
                self._add_changed_row(table, row)
        return table

    def _add_changed_row(self, table: Table, row: Row) -> None:
        if row.generated:
            text = self._render_text(row.generated, YOURS, same=False)
            table.add_row(_render_number(row.generated), "", Text("- ", style=YOURS), text)
        if row.expected:
            text = self._render_text(row.expected, EXPECTED, same=False)
            table.add_row("", _render_number(row.expected), Text("+ ", style=EXPECTED), text)

    def _render_text(self, line: Line | None, style: Style, same: bool) -> Text:
        if line is None:
            return Text()
        if same:
            return render_line(line.text)
        return render_segments(line.segments, style, self._viewer)

    def _render_folded(self, row: Row) -> Text:
        notice = self._viewer.translate(phrases.EQUAL_LINES, count=row.folded)
        return Text(f"⋯ {notice}", style=DIM)

    def _render_notes(self, difference: Difference, rows: int) -> Iterable[Text]:
        if rows > 0:
            yield Text(f"⋯ {self._viewer.translate(phrases.MORE_LINES, count=rows)}", style=DIM)
        if difference.cut:
            notice = self._viewer.translate(
                phrases.CUT,
                generated=difference.generated_length,
                expected=difference.expected_length,
            )
            yield Text(notice, style="yellow")


def _make_grid() -> Table:
    return Table.grid(padding=0)


def _render_number(line: Line | None) -> Text:
    return Text(f"{line.number:>3} " if line else "", style=DIM)


def _split_width(rows: Iterable[Row]) -> int:
    """Return the width of the split view, with line numbers and notes on missing newlines."""
    sides = [0, 0]
    for row in rows:
        for side, line in enumerate((row.generated, row.expected)):
            if line:
                sides[side] = max(
                    sides[side], cell_len(clip_text(line.text)) + 28 * _is_unended(line)
                )
    return sum(sides) + len(" │ ") + 2 * len("999 ")


def _is_unended(line: Line) -> bool:
    return any(segment.kind is SegmentKind.UNENDED for segment in line.segments)
