import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.html.hues import Hue, find_hue


@pytest.mark.parametrize(
    ("colour", "hue"),
    [
        ("red", Hue.RED),
        ("darkorange", Hue.YELLOW),
        ("#f00", Hue.RED),
        ("#32cd32", Hue.GREEN),
        ("#00f8", Hue.BLUE),
        ("#ff00ff80", Hue.MAGENTA),
        ("rgb(255, 215, 0)", Hue.YELLOW),
        ("rgba(0,128,128,.5)", Hue.CYAN),
        ("rgb(0 0 999)", Hue.BLUE),
        ("#fff", Hue.WHITE),
        ("#808080", Hue.GREY),
        ("#000000", Hue.BLACK),
        ("#ffeeee", Hue.RED),
        ("transparent", None),
        ("inherit", None),
        ("url(x) red", None),
        ("#ff", None),
        ("rgb(1,2)", None),
        ("", None),
    ],
)
def test_a_colour_maps_to_one_of_a_few(colour: str, hue: Hue | None) -> None:
    assert find_hue(colour) is hue


@given(st.text() | st.from_regex(r"#[0-9a-f]{3,8}|rgba?\([0-9, /.]*\)", fullmatch=True))
def test_any_text_is_a_hue_or_none(text: str) -> None:
    assert find_hue(text) in {*Hue, None}
