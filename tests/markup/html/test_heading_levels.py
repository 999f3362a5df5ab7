"""Headings of an author's text continue the outline of the page."""

import pytest

from kriterion.markup.element import Markup
from kriterion.markup.html.heading_levels import move_headings
from kriterion.markup.html.sanitise import sanitise


@pytest.mark.parametrize(
    ("written", "top", "shown"),
    [
        ("3", 2, "2"),  # the first heading continues the page's outline
        ("1", 3, "3"),
        ("13", 2, "23"),  # none is skipped
        ("131", 2, "232"),
        ("2343", 3, "3454"),
        ("42", 2, "22"),
        ("123456", 3, "345666"),
        ("", 2, ""),
    ],
)
def test_levels_follow_the_page_without_gaps(written: str, top: int, shown: str) -> None:
    html = "".join(f'<h{level} class="a">x</h{level}>' for level in written)
    expected = "".join(f'<h{level} class="a">x</h{level}>' for level in shown)
    assert move_headings(Markup(html), top) == expected


def test_what_is_no_heading_stays() -> None:
    html = sanitise('<hr><p title="<h1>">&lt;h1&gt;</p><header>a</header>')
    assert move_headings(html, 4) == html


def test_headings_in_headings_stay_well_formed() -> None:
    html = sanitise("<h1><div><h3>a</h3></div>b</h1><h1>c")
    assert move_headings(html, 2) == "<h2><div><h3>a</h3></div>b</h2><h2>c</h2>"
