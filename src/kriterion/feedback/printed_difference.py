"""The two sides of a test on a terminal: beside each other where there is room, else in turn."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.style import Style
from rich.table import Table
from rich.text import Text

from kriterion.contracts.dodona_judge.output import Test
from kriterion.feedback import phrases
from kriterion.feedback.reader import Reader
from kriterion.markup.difference import Difference, Line, Row, difference
from kriterion.markup.segments import Part
from kriterion.markup.visible import visible

_MAXIMUM_ROWS = 40
_MAXIMUM_CHARACTERS = 2_000  # of one line
_YOURS, _EXPECTED = Style.parse("red"), Style.parse("green")
_CHANGED = Style.parse("bold underline")
_DIM = Style.parse("dim")


class PrintedDifference:
    """What was generated against what was expected."""

    def __init__(self, test: Test, reader: Reader) -> None:
        self._difference = difference(test.generated or "", test.expected or "")
        self._reader = reader

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        found = self._difference
        rows = found.rows[:_MAXIMUM_ROWS]
        if len(found.rows) <= 1:
            yield self._one_line(found.rows)
        elif _width_beside(rows) <= options.max_width:
            yield self._beside(rows)
        else:
            yield self._in_one_column(rows)
        yield from self._left_out(found, len(found.rows) - len(rows))

    def _one_line(self, rows: Sequence[Row]) -> Table:
        row = rows[0] if rows else Row()
        table = _grid()
        table.add_row(
            Text(f"- {self._reader.told(phrases.YOUR_OUTPUT)}  ", style=_YOURS),
            self._text(row.generated, _YOURS, row.same),
        )
        table.add_row(
            Text(f"+ {self._reader.told(phrases.EXPECTED_OUTPUT)}  ", style=_EXPECTED),
            self._text(row.expected, _EXPECTED, row.same),
        )
        return table

    def _beside(self, rows: Iterable[Row]) -> Table:
        table = _grid()
        table.add_row(
            *("", Text(f"- {self._reader.told(phrases.YOUR_OUTPUT)}", style=_YOURS)),
            *("", "", Text(f"+ {self._reader.told(phrases.EXPECTED_OUTPUT)}", style=_EXPECTED)),
        )
        for row in rows:
            if row.folded:
                table.add_row("", self._folded(row), " │ ", "", self._folded(row))
                continue
            table.add_row(
                *(_number(row.generated), self._text(row.generated, _YOURS, row.same)),
                Text(" │ " if row.same else " ≠ ", style=_DIM),
                *(_number(row.expected), self._text(row.expected, _EXPECTED, row.same)),
            )
        return table

    def _in_one_column(self, rows: Iterable[Row]) -> Table:
        table = _grid()
        table.add_row(
            *("", "", Text("- ", style=_YOURS)),
            Text.assemble(
                (self._reader.told(phrases.YOUR_OUTPUT), _YOURS),
                ("   + ", _EXPECTED),
                (self._reader.told(phrases.EXPECTED_OUTPUT), _EXPECTED),
            ),
        )
        for row in rows:
            if row.folded:
                table.add_row("", "", "", self._folded(row))
            elif row.same:
                text = self._text(row.generated, _YOURS, same=True)
                table.add_row(_number(row.generated), _number(row.expected), "", text)
            else:
                self._add_changed(table, row)
        return table

    def _add_changed(self, table: Table, row: Row) -> None:
        if row.generated:
            text = self._text(row.generated, _YOURS, same=False)
            table.add_row(_number(row.generated), "", Text("- ", style=_YOURS), text)
        if row.expected:
            text = self._text(row.expected, _EXPECTED, same=False)
            table.add_row("", _number(row.expected), Text("+ ", style=_EXPECTED), text)

    def _text(self, line: Line | None, style: Style, same: bool) -> Text:
        """A line of one side, its changes marked and its blanks at the end visible."""
        found = Text(style="" if same else style, overflow="fold")
        if line is None:
            return found
        for segment in line.segments:
            if segment.part is Part.UNENDED:
                found.append(f" ⏎ {self._reader.told(phrases.NO_NEWLINE)}", _DIM)
            elif same or segment.part is Part.SAME:
                found.append(_shown(segment.text))
            elif segment.part is Part.BLANK or segment.text.isspace():
                found.append(_shown(segment.text).replace(" ", "·").replace("\t", "→"), _DIM)
            else:
                found.append(_shown(segment.text), _CHANGED)
        if len(found) > _MAXIMUM_CHARACTERS:
            left_out = len(found) - _MAXIMUM_CHARACTERS
            found = found[:_MAXIMUM_CHARACTERS]
            found.append(f"… +{left_out}", _DIM)
        return found

    def _folded(self, row: Row) -> Text:
        told = self._reader.told(phrases.EQUAL_LINES, count=row.folded)
        return Text(f"⋯ {told}", style=_DIM)

    def _left_out(self, found: Difference, rows: int) -> Iterable[Text]:
        if rows > 0:
            yield Text(f"⋯ {self._reader.told(phrases.MORE_LINES, count=rows)}", style=_DIM)
        if found.cut:
            told = self._reader.told(
                phrases.CUT, generated=found.generated_length, expected=found.expected_length
            )
            yield Text(told, style="yellow")


def _grid() -> Table:
    return Table.grid(padding=0)


def _number(line: Line | None) -> Text:
    return Text(f"{line.number:>3} " if line else "", style=_DIM)


def _shown(text: str) -> str:
    return visible(text[: _MAXIMUM_CHARACTERS * 2])


def _width_beside(rows: Iterable[Row]) -> int:
    """How wide a terminal must be for two columns; words about newlines and numbers included."""
    sides = [0, 0]
    for row in rows:
        for side, line in enumerate((row.generated, row.expected)):
            if line:
                sides[side] = max(sides[side], cell_len(_shown(line.text)) + 28 * _unended(line))
    return sum(sides) + len(" │ ") + 2 * len("999 ")


def _unended(line: Line) -> bool:
    return any(segment.part is Part.UNENDED for segment in line.segments)
