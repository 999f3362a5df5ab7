"""Escapes as C has them: of any number of digits, and of bytes, which need not be characters."""

import re
from collections.abc import Mapping

from kriterion.toolbox.representer.literals import LETTERS

_ESCAPE = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]+)|(?P<o>[0-7]{1,3})"
    r"|(?:u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8}))|(?P<other>.))",
    re.DOTALL,
)
_BYTES = 0xDC00  # where a byte that is no character is put, as Python's surrogateescape does
_MARK = chr(_BYTES)  # no text has it, so that what follows is not taken for text


def byte(code: int) -> str:
    """A byte as part of a text: from 0x80 on it is not the character of that number, which is two
    bytes."""
    return chr(_BYTES + code if 0x80 <= code < 0x100 else code)


def point(code: int, escape: str) -> str:
    """The character of that number, or what is written where there is none."""
    return chr(code) if code < 0x110000 else strange(escape)


def strange(escape: str) -> str:
    """An escape that stands for nothing one knows, told from the same letters without meaning."""
    return f"{_MARK}{escape}"


def unescaped_bytes(
    text: str, letters: Mapping[str, str] = LETTERS, *, most_digits: int | None = None
) -> str:
    """What the text between two quotes stands for.

    `most_digits` is how many hexadecimal digits an escape may have, None for any number.
    """
    if "\\" not in text:
        return text

    def character(escape: re.Match[str]) -> str:
        if escape["other"] is not None:
            return letters.get(escape["other"], escape["other"])
        if escape["u"] or escape["U"]:
            return point(int(escape["u"] or escape["U"], 16), escape[0])
        written = escape["x"] or ""
        digits = written[:most_digits]
        code = int(digits, 16) if digits else int(escape["o"], 8)
        return (byte(code) if code < 0x110000 else strange(escape[0])) + written[len(digits) :]

    return _ESCAPE.sub(character, text)


_UTF16 = re.compile(
    r"\\(?:x(?P<x>[0-9a-fA-F]{1,4})|u(?P<u>[0-9a-fA-F]{4})|U(?P<U>[0-9a-fA-F]{8})|(?P<other>.))",
    re.DOTALL,
)


def unescaped_utf16(text: str, letters: Mapping[str, str] = LETTERS) -> str:
    """The same where characters have two bytes: escapes may be halves of one, none are octal."""
    if "\\" not in text:
        return text

    def character(escape: re.Match[str]) -> str:
        digits = escape["x"] or escape["u"] or escape["U"]
        if digits is None:
            return letters.get(escape["other"], escape["other"])
        return point(int(digits, 16), escape[0])

    joined = _UTF16.sub(character, text)
    return joined.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
