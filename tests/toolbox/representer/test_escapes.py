"""Escapes of bytes and of halves of characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.representer.escapes import unescape_bytes, unescape_utf16
from kriterion_tools.representer.literals import quote


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"a\tb", "a\tb"),
        (r"\x41\101\u0041\U00000041", "AAAA"),
        (r"\\n", r"\n"),
        (r"\"", '"'),
        (r"\08", "\x008"),
        (r"\xc3\xa9", "\udcc3\udca9"),
    ],
)
def test_an_escape_has_the_value_it_stands_for(text: str, value: str) -> None:
    assert unescape_bytes(text) == value


def test_the_language_determines_the_digits_of_an_escape() -> None:
    assert unescape_bytes(r"\x00000000041") == "A"
    assert unescape_bytes(r"\x041", max_digits=2) == "\x041"


def test_a_byte_differs_from_the_character_of_its_number() -> None:
    assert quote(unescape_bytes(r"\xe9")) != quote(unescape_bytes("é"))
    assert quote(unescape_bytes(r"\xe9")) != quote(unescape_bytes(r"\\udce9"))


def test_an_invalid_character_is_not_mistaken_for_text() -> None:
    texts = [r"\U00110000", r"\\U00110000", "U00110000"]
    assert len({quote(unescape_bytes(text)) for text in texts}) == len(texts)


def test_two_surrogates_are_one_character() -> None:
    assert unescape_utf16(r"\ud83d\ude00\x41") == "😀A"


@given(st.text(st.sampled_from('\\xuU019aF"n\n')))
def test_any_text_has_a_value_that_can_be_written(text: str) -> None:
    for value in (unescape_bytes(text), unescape_bytes(text, max_digits=2)):
        quote(value).encode()
    quote(unescape_utf16(text)).encode()
