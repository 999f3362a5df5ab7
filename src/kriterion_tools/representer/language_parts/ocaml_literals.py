"""OCaml's literals: strings, characters, and numbers with a letter for their type."""

import re

from kriterion_tools.representer.escapes import decode_code_point, encode_byte, mark_unknown_escape
from kriterion_tools.representer.literals import quote, spell_number

_ESCAPE = re.compile(
    r"\\(?:(\d{3})|x([0-9a-fA-F]{2})|o([0-3][0-7]{2})|u\{([0-9a-fA-F]{1,6})\}|\n[ \t]*|(.))",
    re.DOTALL,
)

_LETTERS = {"n": "\n", "t": "\t", "b": "\b", "r": "\r"}


def _unescape(text: str) -> str:
    """Return the value of the text between two quotes."""
    if "\\" not in text:
        return text

    def decode(escape: re.Match[str]) -> str:
        decimal, hexadecimal, octal, code_point, letter = escape.groups()
        if code_point is not None:
            return decode_code_point(int(code_point, 16), escape[0])
        for digits, base in ((decimal, 10), (hexadecimal, 16), (octal, 8)):
            if digits is not None:
                code = int(digits, base)
                return encode_byte(code) if code < 0x100 else mark_unknown_escape(escape[0])
        return "" if letter is None else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(decode, text)


def spell_string(text: str) -> str:
    return quote(_unescape(text[1:-1]))


def spell_quoted_string(text: str) -> str:
    mark = text[1 : text.index("|")]
    return quote(text[len(mark) + 2 : -len(mark) - 2])


def spell_character(text: str) -> str:
    return f"c{quote(_unescape(text[1:-1]))}"


def spell_ocaml_number(text: str) -> str:
    """Return a number's canonical spelling. A letter at its end is a type: 1l has 32 bits."""
    if text[-1] in "ghijklmnopqrstuvwxyzGHIJKLMOPQRSTUVWXYZ":
        return spell_number(text[:-1]) + text[-1]
    return spell_number(text)
