"""OCaml's literals: strings, characters, and numbers with a letter for their type."""

import re

from kriterion_tools.representer.escapes import byte, mark_unknown_escape
from kriterion_tools.representer.escapes import decode_code_point as character_of
from kriterion_tools.representer.literals import number, quote

_ESCAPE = re.compile(
    r"\\(?:(\d{3})|x([0-9a-fA-F]{2})|o([0-3][0-7]{2})|u\{([0-9a-fA-F]{1,6})\}|\n[ \t]*|(.))",
    re.DOTALL,
)

_LETTERS = {"n": "\n", "t": "\t", "b": "\b", "r": "\r"}


def _unescaped(text: str) -> str:
    """Return the value of a text. Decimal codes and line continuations are OCaml's own."""
    if "\\" not in text:
        return text

    def character(escape: re.Match[str]) -> str:
        decimal, hexadecimal, octal, decode_code_point, letter = escape.groups()
        if decode_code_point is not None:
            return character_of(int(decode_code_point, 16), escape[0])
        for digits, base in ((decimal, 10), (hexadecimal, 16), (octal, 8)):
            if digits is not None:
                code = int(digits, base)
                return byte(code) if code < 0x100 else mark_unknown_escape(escape[0])
        return "" if letter is None else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(character, text)


def string(text: str) -> str:
    return quote(_unescaped(text[1:-1]))


def quoted_string(text: str) -> str:
    mark = text[1 : text.index("|")]
    return quote(text[len(mark) + 2 : -len(mark) - 2])


def character(text: str) -> str:
    return f"c{quote(_unescaped(text[1:-1]))}"


def ocaml_number(text: str) -> str:
    """The last letter is a type: `l` for 32 bits, `L` for 64, `n` for native integers."""
    if text[-1] in "lLn" or (text[-1] in "ghijkmopqrstuvwxyzGHIJKMOPQRSTUVWXYZ"):
        return number(text[:-1]) + text[-1]
    return number(text)
