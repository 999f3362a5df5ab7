import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.markup.highlight.ansi import Style, remove_escapes, split_by_style


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("plain", [((), "plain")]),
        ("\x1b[31mred\x1b[0m.", [(("red",), "red"), ((), ".")]),
        ("\x1b[1;92mok\x1b[22m!", [(("bold", "bright-green"), "ok"), (("bright-green",), "!")]),
        ("\x1b[41mback\x1b[49mfore", [(("on-red",), "back"), ((), "fore")]),
        ("\x1b[38;5;1mnamed", [(("red",), "named")]),
        ("\x1b[38;5;12mbright", [(("bright-blue",), "bright")]),
        ("\x1b[48;5;9mbehind", [(("on-bright-red",), "behind")]),
        ("\x1b[38;5;200mother", [((), "other")]),
        ("\x1b[38;2;1;2;3;4mother", [(("underline",), "other")]),
        ("\x1b[mnothing", [((), "nothing")]),
        ("\x1b[99999999999999999999mhuge", [((), "huge")]),
        ("\x1b[38mtorn", [((), "torn")]),
        (
            "a\x1b]0;title\x07b\x1b[2Jc\x1b(Bd\x9b1me",
            [*(((), c) for c in "abcd"), (("bold",), "e")],
        ),
        ("\x1b]52;c;never ended", []),
    ],
)
def test_colours_are_kept_and_other_escapes_removed(
    text: str, pieces: list[tuple[Style, str]]
) -> None:
    assert list(split_by_style(text)) == pieces


@given(st.text(alphabet="\x1b\x9b[]0;1mJ?(\x07ab\x90"))
def test_nothing_remains_that_controls_a_terminal(text: str) -> None:
    assert "\x1b" not in remove_escapes(text)
    assert "".join(piece for _, piece in split_by_style(text)) == remove_escapes(text)
