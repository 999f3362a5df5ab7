"""C-style escapes, which may have any number of digits and stand for bytes or characters."""

import re
from collections.abc import Mapping

from kriterion_tools.representer.literals import LETTERS

_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]+)|(?P<o>[0-7]{1,3})"
    r"|(?:u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8}))|(?P<other>.))",
    re.DOTALL,
)
_BYTES = 0xDC00  # bytes that are not characters are added to this, as in Python's surrogateescape
_MARK = chr(_BYTES)  # never occurs in a text, so a marked escape differs from any text


def encode_byte(code: int) -> str:
    """Return the character that stands for a byte in a text.

    From 0x80 on, it differs from the character with that code point, which takes two bytes in
    UTF-8.
    """
    return chr(_BYTES + code if 0x80 <= code < 0x100 else code)


def decode_code_point(code: int, escape: str) -> str:
    """Return the character with that code point, or the marked escape if there is none."""
    return chr(code) if code < 0x110000 else mark_unknown_escape(escape)


def mark_unknown_escape(escape: str) -> str:
    """Mark an unknown escape, to distinguish it from the same letters without a backslash."""
    return f"{_MARK}{escape}"


def unescape_bytes(
    text: str, letters: Mapping[str, str] = LETTERS, *, max_digits: int | None = None
) -> str:
    """Return the value of the text between two quotes.

    `max_digits` is the maximum number of hexadecimal digits of an escape, None for any number.
    """
    if "\\" not in text:
        return text

    def decode(escape: re.Match[str]) -> str:
        if escape["other"] is not None:
            return letters.get(escape["other"], escape["other"])
        if escape["u"] or escape["U"]:
            return decode_code_point(int(escape["u"] or escape["U"], 16), escape[0])
        hexadecimal = escape["x"] or ""
        digits = hexadecimal[:max_digits]
        code = int(digits, 16) if digits else int(escape["o"], 8)
        value = encode_byte(code) if code < 0x110000 else mark_unknown_escape(escape[0])
        return value + hexadecimal[len(digits) :]

    return _ESCAPE.sub(decode, text)


_UTF16 = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{1,4})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<other>.))",
    re.DOTALL,
)


def unescape_utf16(text: str, letters: Mapping[str, str] = LETTERS) -> str:
    """Return the value of a text in UTF-16. An escape may be half of a character; none is octal."""
    if "\\" not in text:
        return text

    def decode(escape: re.Match[str]) -> str:
        digits = escape["x"] or escape["u"] or escape["U"]
        if digits is None:
            return letters.get(escape["other"], escape["other"])
        return decode_code_point(int(digits, 16), escape[0])

    units = _UTF16.sub(decode, text)
    return units.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
