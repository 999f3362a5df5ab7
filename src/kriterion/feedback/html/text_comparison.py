"""Renders generated and expected output as one table, which the stylesheet splits or unifies."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kriterion.feedback import phrases
from kriterion.feedback.compared_sides import compare_sides
from kriterion.feedback.html.changed_pieces import render_pieces
from kriterion.feedback.html.context_extras import render_text
from kriterion.feedback.html.table_comparison import render_table_comparison
from kriterion.feedback.pythia import read_difference
from kriterion.feedback.titles import find_channel
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.table_difference import TableDifference
from kriterion.markup.difference.text_difference import Difference, Line, Row
from kriterion.markup.element import NOTHING, Markup, element, join_html
from kriterion.markup.highlight.line_colours import ColouredLine, Tokens
from kriterion_tools.contracts.dodona_judge.output_records import Tab, Test, TestFormat
from kriterion_tools.translation.translator import Phrase

# The unified view is the default if a line has at least this many characters. Source:
# dodona-edu/dodona e7be6f0d2, FeedbackTableRenderer.
LONG_LINE = 55
_ROWS_IN_SIGHT = 10  # of a table that does not scroll
_INLINE_CHARACTERS = 300
_SHORT_CHARACTERS = 60  # of both values together: they fit on one line
_RETURN_CHANNEL = "return"


def render_comparison(test: Test, viewer: Viewer) -> Markup:
    """Render the comparison of generated with expected output."""
    difference = compare_sides(test)
    if isinstance(difference, TableDifference):
        return render_table_comparison(difference, viewer)
    if is_inline(test):
        return _render_values(difference, find_channel(test), viewer)
    yours, expected = (
        viewer.translate(phrases.YOUR_OUTPUT),
        viewer.translate(phrases.EXPECTED_OUTPUT),
    )
    return render_difference(difference, yours, expected, viewer)


def is_inline(test: Test) -> bool:
    """Whether a failed test is shown in a line of text: both sides are one short line."""
    if test.accepted or test.format is TestFormat.CSV or read_difference(test) is not None:
        return False
    sides = (test.generated or "", test.expected or "")
    return any(sides) and all(
        len(side) <= _INLINE_CHARACTERS and "\n" not in side.removesuffix("\n") for side in sides
    )


def render_plain_sides(test: Test, viewer: Viewer) -> Markup:
    """Render the two outputs below each other, if comparing them takes too long."""
    sides = (
        (phrases.YOUR_OUTPUT, test.generated or ""),
        (phrases.EXPECTED_OUTPUT, test.expected or ""),
    )
    return render_plain_texts(((viewer.translate(title), text) for title, text in sides), viewer)


def render_plain_texts(texts: Iterable[tuple[str, str]], viewer: Viewer) -> Markup:
    """Render pairs of title and text, and a note that they are not compared."""
    return join_html(
        (
            *(
                join_html(
                    (element("p", element("strong", title)), render_text(text, "output", viewer))
                )
                for title, text in texts
            ),
            element("p", viewer.translate(phrases.TOO_SLOW), class_="left-out"),
        )
    )


@dataclass(frozen=True, slots=True)
class TokensOfSides:
    """The tokens of the lines on both sides, if they are source text; by their numbers."""

    generated: Mapping[int, Tokens] = field(default_factory=dict)
    expected: Mapping[int, Tokens] = field(default_factory=dict)


_NO_TOKENS = TokensOfSides()


def render_difference(
    difference: Difference,
    left: str,
    right: str,
    viewer: Viewer,
    tokens: TokensOfSides = _NO_TOKENS,
) -> Markup:
    """Render the difference of two texts with their titles, or nothing if both are empty."""
    if not difference.rows:
        return NOTHING
    table = element(
        "table",
        element(
            "thead",
            element(
                "tr",
                element("th", left, colspan=2, scope="col", class_="yours"),
                element("th", right, colspan=2, scope="col", class_="expected"),
            ),
        ),
        element(
            "tbody",
            *(_render_row(row, viewer, tokens) for row in difference.rows),
            tabindex=_scroll_tabindex(difference),
        ),
        class_="difference",
    )
    return join_html((table, *_render_cut_notice(difference, viewer)))


def has_long_lines(tab: Tab) -> bool:
    """Whether a tab has lines too long for the split view. Tables are not split, so ignore them."""
    return any(
        len(line) >= LONG_LINE
        for context in tab.groups
        for testcase in context.groups
        for test in testcase.tests
        if test.format is not TestFormat.CSV
        for text in (test.generated, test.expected)
        for line in (text or "").split("\n")
    )


def _render_values(difference: Difference, channel: str, viewer: Viewer) -> Markup:
    """Render "got 10, expected 0", after the channel unless it is the return value."""
    yours = next((row.generated for row in difference.rows if row.generated), None)
    expected = next((row.expected for row in difference.rows if row.expected), None)
    length = sum(len(line.text) for line in (yours, expected) if line)
    return element(
        "p",
        element("span", channel, class_="channel")
        if channel and channel != _RETURN_CHANNEL
        else NOTHING,
        _render_value(yours, phrases.GOT, "yours", "del", viewer),
        element("span", ", ", class_="comma"),
        _render_value(expected, phrases.EXPECTED, "expected", "ins", viewer),
        class_="values values-long" if length > _SHORT_CHARACTERS else "values",
    )


def _render_value(
    line: Line | None, word: Phrase, side: str, changed: str, viewer: Viewer
) -> Markup:
    value = (
        element("code", *render_pieces(line.segments, changed, viewer))
        if line
        else element("em", viewer.translate(phrases.NOTHING))
    )
    return element("span", viewer.translate(word), " ", value, class_=f"value {side}")


def _scroll_tabindex(difference: Difference) -> int | None:
    """Return 0 for a long difference, which makes it scrollable with the keyboard."""
    return 0 if len(difference.rows) > _ROWS_IN_SIGHT else None


def _render_cut_notice(difference: Difference, viewer: Viewer) -> Iterator[Markup]:
    if difference.cut:
        lengths = {"generated": difference.generated_length, "expected": difference.expected_length}
        yield element("p", viewer.translate(phrases.CUT, **lengths), class_="left-out")


def _render_row(row: Row, viewer: Viewer, tokens: TokensOfSides) -> Markup:
    if row.folded:
        notice = viewer.translate(phrases.EQUAL_LINES, count=row.folded)
        return element("tr", element("td", f"⋯ {notice} ⋯", colspan=4), class_="folded")
    return element(
        "tr",
        *_render_cells(row, "yours", tokens.generated, viewer),
        *_render_cells(row, "expected", tokens.expected, viewer),
        class_="same" if row.same else "",
    )


def _render_cells(
    row: Row, side: str, tokens: Mapping[int, Tokens], viewer: Viewer
) -> tuple[Markup, Markup]:
    """Render the cells for the number and the text of a line; empty ones if there is no line."""
    line, changed = (row.generated, "del") if side == "yours" else (row.expected, "ins")
    if line is None:
        return element("td", class_=f"nr {side} none"), element("td", class_=f"{side} none")
    own = tokens.get(line.number, ())
    if row.same:
        pieces = ColouredLine(line.text, own).take(len(line.text), line.text)
    else:
        pieces = render_pieces(line.segments, changed, viewer, own)
    return (
        element("td", class_=f"nr {side}", data_line=line.number),
        element("td", *pieces, class_=side),
    )
