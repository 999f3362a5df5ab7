"""The two sides of a test in HTML: one table that the stylesheet shows side by side or in one."""

from kriterion.contracts.dodona_judge.output import Tab, Test
from kriterion.feedback import phrases
from kriterion.feedback.reader import Reader
from kriterion.markup.difference import Line, Row, difference
from kriterion.markup.element import NOTHING, Markup, element, joined
from kriterion.markup.segments import Part, Segment
from kriterion.markup.visible import visible

# Source: dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer: from this length on lines are shown
# one side under the other.
LONG_LINE = 55


def render_comparison(test: Test, reader: Reader) -> Markup:
    """What was generated against what was expected."""
    found = difference(test.generated or "", test.expected or "")
    yours, expected = reader.told(phrases.YOUR_OUTPUT), reader.told(phrases.EXPECTED_OUTPUT)
    table = element(
        "table",
        element(
            "thead",
            element(
                "tr",
                element("th", yours, colspan=2, scope="col", class_="yours"),
                element("th", expected, colspan=2, scope="col", class_="expected"),
            ),
        ),
        element("tbody", *(_row(row, reader) for row in found.rows)),
        class_="difference",
    )
    if not found.cut:
        return table
    lengths = {"generated": found.generated_length, "expected": found.expected_length}
    return joined(
        (table, element("p", reader.told(phrases.CUT, **lengths), class_="callout callout-warning"))
    )


def reads_better_unified(tab: Tab) -> bool:
    """Whether a tab has lines too long to stand beside each other."""
    return any(
        len(line) >= LONG_LINE
        for context in tab.groups
        for testcase in context.groups
        for test in testcase.tests
        for text in (test.generated, test.expected)
        for line in (text or "").split("\n")
    )


def _row(row: Row, reader: Reader) -> Markup:
    if row.folded:
        told = reader.told(phrases.EQUAL_LINES, count=row.folded)
        return element("tr", element("td", f"⋯ {told} ⋯", colspan=4), class_="folded")
    return element(
        "tr",
        *_side(row.generated, "yours", "del", row.same, reader),
        *_side(row.expected, "expected", "ins", row.same, reader),
        class_="same" if row.same else "",
    )


def _side(
    line: Line | None, side: str, changed: str, same: bool, reader: Reader
) -> tuple[Markup, Markup]:
    """The cell of the line's number and that of its text."""
    if line is None:
        return element("td", class_=f"nr {side} none"), element("td", class_=f"{side} none")
    pieces = (_piece(segment, changed, same, reader) for segment in line.segments)
    return (
        element("td", class_=f"nr {side}", data_line=line.number),
        element("td", *pieces, class_=side),
    )


def _piece(segment: Segment, changed: str, same: bool, reader: Reader) -> str:
    if segment.part is Part.UNENDED:
        return element("span", f"⏎ {reader.told(phrases.NO_NEWLINE)}", class_="unended")
    if same or segment.part is Part.SAME:
        return segment.text
    inside = _blanks(segment.text) if segment.text.isspace() else segment.text
    return inside if segment.part is Part.BLANK else element(changed, inside)


def _blanks(text: str) -> Markup:
    """Blanks that can be seen, and are copied as they are."""
    shown = visible(text).replace(" ", "·").replace("\t", "→\t")
    return element("span", text, class_="blank", data_shown=shown) if text else NOTHING
