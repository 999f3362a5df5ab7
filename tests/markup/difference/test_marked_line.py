import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.difference.marked_line import read_marked_line
from tests.markup.hostile import HOSTILE


@pytest.mark.parametrize(
    ("html", "line"),
    [
        ("plain", "plain"),
        ("<li><ins>whole</ins></li>", "[whole]"),
        ("<span>a<ins>b</ins>c</span>", "a[b]c"),
        ("a<strong>b<em>c</em></strong><del>d</del>", "a[bcd]"),
        ("1 &lt; 2 &amp; so", "1 < 2 & so"),
        ("a\nb", "ab"),
        ("<script>alert(1)</script>x", "x"),
        ("", ""),
    ],
)
def test_marked_parts_are_shown_as_changed(html: str, line: str) -> None:
    pieces = [
        segment.text if segment.kind == "same" else f"[{segment.text}]"
        for segment in read_marked_line(html)
    ]
    assert "".join(pieces) == line


@given(
    st.lists(st.sampled_from([*HOSTILE, "<b>", "</b>", "x", "&", "\0"])).map("".join) | st.text()
)
def test_any_text_is_a_line(text: str) -> None:
    assert all(segment.text and "\n" not in segment.text for segment in read_marked_line(text))
