"""Haskell's string and character literals, with the escapes of the Haskell 2010 Report."""

import re

from kriterion_tools.representer.literals import quote

_CONTROLS = (
    *("NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR"),
    *("SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB"),
    *("ESC", "FS", "GS", "RS", "US", "SP"),
)

_NAMED_CONTROLS = {**{name: chr(code) for code, name in enumerate(_CONTROLS)}, "DEL": "\x7f"}

_LETTERS = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "&": ""}

_ESCAPE = re.compile(
    r"\\(?:(\d+)|x([0-9a-fA-F]+)|o([0-7]+)|(\s+)\\|\^([@-_])"
    rf"|({'|'.join(sorted(_NAMED_CONTROLS, key=len, reverse=True))})|(.))",
    re.DOTALL,
)

_CODE_POINTS = 0x110000


def _unescape(text: str) -> str:
    r"""Return the value of the text between two quotes; \& and gaps (\   \) are empty."""

    def decode(escape: re.Match[str]) -> str:
        decimal, hexadecimal, octal, gap, control, name, letter = escape.groups()
        for digits, base in ((decimal, 10), (hexadecimal, 16), (octal, 8)):
            if digits is not None:
                code = int(digits[-10:], base)
                return chr(code) if code < _CODE_POINTS else escape[0]
        if gap is not None:
            return ""
        if control is not None:
            return chr(ord(control) - 64)
        return _NAMED_CONTROLS[name] if name is not None else _LETTERS.get(letter, letter)

    return _ESCAPE.sub(decode, text) if "\\" in text else text


def spell_string(text: str) -> str:
    return quote(_unescape(text[1:-1]))


def spell_character(text: str) -> str:
    return f"c{quote(_unescape(text[1:-1]))}"
