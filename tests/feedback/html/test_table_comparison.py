import re

import pytest
from rich.console import Console

from kriterion.feedback.html.contexts import render_test
from kriterion.feedback.html.table_comparison import MAXIMUM_ROWS
from kriterion.feedback.terminal.difference_view import DifferenceView
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.output_records import Test, TestFormat
from tests.markup.parsed import assert_harmless, list_elements

VIEWER = Viewer()


def compare_values(generated: str | None, expected: str | None, *, accepted: bool = False) -> Test:
    return Test(accepted=accepted, generated=generated, expected=expected, format=TestFormat.CSV)


def get_page(test: Test) -> str:
    return render_test(test, (0, 0, 0, 0), VIEWER)


def render_terminal(test: Test, width: int = 80) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(DifferenceView(test, VIEWER))
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


MISSING_COLUMN = compare_values("RATE\n16\n11\n", "RATE,CODE\n16,H\n11,M\n")
WRONG_CELL = compare_values("NAME,AGE\nAnn,7\nBob,8\n", "NAME,AGE\nAnn,7\nBob,9\nCy,1\n")


def test_a_missing_column_is_marked_and_counted() -> None:
    html = get_page(MISSING_COLUMN)
    assert '<th scope="col">RATE</th><th scope="col" class="expected">CODE</th>' in html
    assert '<td class="expected"><ins>H</ins></td>' in html
    assert "Columns: 1, expected 2." in html
    assert "Rows:" not in html


def test_a_wrong_cell_and_a_missing_row_are_marked() -> None:
    html = get_page(WRONG_CELL)
    assert '<td class="yours"><del>8</del></td>' in html
    assert '<td class="expected"><ins>9</ins></td>' in html
    assert '<td class="expected">Bob</td>' in html
    assert "Rows: 2, expected 3." in html


def test_the_terminal_shows_the_same() -> None:
    assert render_terminal(MISSING_COLUMN) == (
        "- Your output   + Expected output\n"
        "    RATE   +CODE\n"
        "────────────────\n"
        "    16     H\n"
        "    11     M\n"
        "Columns: 1, expected 2."
    )
    assert re.findall(r"^ *([-+]) +(\w+) +(\d)", render_terminal(WRONG_CELL), re.MULTILINE) == [
        ("-", "Bob", "8"),
        ("+", "Bob", "9"),
        ("+", "Cy", "1"),
    ]


def test_a_narrow_terminal_shows_text() -> None:
    wide = compare_values("a,b,c,d,e\n1,2,3,4,5\n", "a,b,c,d,e\n1,2,3,4,6\n")
    assert "1,2,3,4,6" in render_terminal(wide, width=30)


def test_an_accepted_table_is_shown_as_expected() -> None:
    html = get_page(compare_values("B\n2\n1\n", "A\n1\n2\n", accepted=True))
    assert '<th scope="col">A</th>' in html
    assert '<td class="nr" data-line="1"></td><td>1</td>' in html
    long = get_page(compare_values("A\n" + "1\n" * (MAXIMUM_ROWS + 5), None, accepted=True))
    assert "⋯ 5 more" in long


@pytest.mark.parametrize(
    ("generated", "expected"),
    [('a\n"open', "a\n1"), ("," * 30, "a"), ("", ""), (None, 'no, table\n"')],
)
def test_an_invalid_table_is_compared_as_text(generated: str | None, expected: str) -> None:
    assert "compared-tables" not in get_page(compare_values(generated, expected))
    assert (
        "compared-tables" not in get_page(compare_values(generated, expected, accepted=True))
        or generated
    )


def test_cells_are_rendered_as_text() -> None:
    html = get_page(compare_values("<b>,<script>\n<i>,1", "a,b\n<img src=x>,2"))
    assert_harmless(html)
    assert {tag for tag, _ in list_elements(html)} & {"script", "img", "i", "b"} == set()
