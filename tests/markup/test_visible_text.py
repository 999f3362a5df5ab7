import pytest

from kriterion.markup.visible_text import make_visible, shorten


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("nul\0", "nul␀"),
        ("\x1b[31mred", "␛[31mred"),
        ("delete\x7f", "delete␡"),
        ("c1 \x9b2J", "c1 ⟨U+009B⟩2J"),
        ("carriage\rreturn", "carriage␍return"),
        ("half a pair \ud83d", "half a pair �"),
        ("\u202egnp.exe", "⟨U+202E⟩gnp.exe"),
        ("\u2066isolated\u2069", "⟨U+2066⟩isolated⟨U+2069⟩"),
        ("\ufeffbom", "⟨U+FEFF⟩bom"),
        ("e\u0301 and 👩\u200d💻", "e\u0301 and 👩\u200d💻"),
    ],
)
def test_every_character_is_visible_and_harmless(text: str, output: str) -> None:
    assert make_visible(text) == output


def test_a_cut_text_says_so() -> None:
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("abcd", 4) == "abcd"
