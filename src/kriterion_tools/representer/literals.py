"""Canonical spellings of strings and numbers."""

import json
import re
from collections.abc import Mapping

# Escapes that most languages share.
LETTERS = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\n": "",  # a line continuation
}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|u\{([0-9a-fA-F_]{1,8})\}"
    r"|([0-7]{2,3}|[1-7])|(.))",
    re.DOTALL,
)
_SURROGATES = re.compile("([\ud800-\udbff])([\udc00-\udfff])")


def quote(value: str) -> str:
    """Return the spelling of a string's value in a representation."""
    text = json.dumps(value, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()


def unescape(
    text: str, letters: Mapping[str, str] = LETTERS, *, others_keep_backslash: bool = False
) -> str:
    """Return the value of the text between two quotes.

    `letters` are the escapes of one character; hexadecimal and octal ones are the same everywhere.
    A backslash before any other character is dropped, or kept where the language keeps it.
    """
    if "\\" not in text:
        return text

    def character(escape: re.Match[str]) -> str:
        *hexadecimals, octal, other = escape.groups()
        code = next((int(one, 16) for one in hexadecimals if one is not None), None)
        if octal is not None:
            code = int(octal, 8)
        if code is not None:
            return chr(code) if code < 0x110000 else escape[0]
        return letters.get(other, escape[0] if others_keep_backslash else other)

    return _SURROGATES.sub(_joined, _ESCAPE.sub(character, text))


def _joined(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


_NUMBER = re.compile(
    r"0[xX](?P<x>[0-9a-fA-F]+)|0[oO](?P<o>[0-7]+)|0[bB](?P<b>[01]+)|(?P<whole>\d+)"
    r"|(?P<float>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)"
)
_DROP_HEX_LETTERS = str.maketrans(
    "", "", "abcdefABCDEF"
)  # which are digits in a hexadecimal number
_OCTAL = re.compile("0[0-7]+")
_MAXIMUM_DIGITS = 300  # longer numbers keep their spelling
_EXACT = 2**53  # beyond, floating-point numbers skip integers


def number(text: str, *, suffixes: str = "", one_kind: bool = False, octal: bool = False) -> str:
    """Return the one spelling of a number: decimal, without separators, with a lower-case suffix.

    `suffixes` are the letters that may follow it. With `one_kind`, 1.0 and 1 are the same. With
    `octal`, a leading 0 makes the number octal.
    """
    plain = text.replace("_", "").replace("'", "")
    if plain[:2] in ("0x", "0X"):
        suffixes = suffixes.translate(_DROP_HEX_LETTERS)
    digits = plain.rstrip(suffixes) if suffixes else plain
    suffix = plain[len(digits) :].lower()
    match = _NUMBER.fullmatch(digits)
    if match is None or len(digits) > _MAXIMUM_DIGITS:
        return plain.lower()
    for name, base in (("x", 16), ("o", 8), ("b", 2), ("whole", 10)):
        written = match[name]
        if written is None:
            continue
        if octal and name == "whole" and _OCTAL.fullmatch(written):
            base = 8
        whole = int(written, base)
        if one_kind and not suffix and whole >= _EXACT:
            return repr(float(whole))
        return f"{whole}{suffix}"
    value = float(digits)
    if value == float("inf"):
        return plain.lower()
    if one_kind and value.is_integer() and value < _EXACT:
        return f"{int(value)}{suffix}"
    return f"{value!r}{suffix}"
