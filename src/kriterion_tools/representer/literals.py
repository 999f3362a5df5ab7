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
    """Return the spelling of this text as a string literal in a representation."""
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

    def decode(escape: re.Match[str]) -> str:
        *hexadecimals, octal, other = escape.groups()
        code = next((int(digits, 16) for digits in hexadecimals if digits is not None), None)
        if octal is not None:
            code = int(octal, 8)
        if code is not None:
            return chr(code) if code < 0x110000 else escape[0]
        return letters.get(other, escape[0] if others_keep_backslash else other)

    return _SURROGATES.sub(_join_surrogates, _ESCAPE.sub(decode, text))


def _join_surrogates(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


_NUMBER = re.compile(
    r"0[xX](?P<x>[0-9a-fA-F]+)|0[oO](?P<o>[0-7]+)|0[bB](?P<b>[01]+)|(?P<whole>\d+)"
    r"|(?P<float>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?)"
)
# In a hexadecimal number, these letters are digits, not suffixes.
_DROP_HEX_LETTERS = str.maketrans("", "", "abcdefABCDEF")
_OCTAL = re.compile("0[0-7]+")
_MAXIMUM_DIGITS = 300  # longer numbers keep their spelling
_FIRST_INEXACT = 2**53  # from here on, floats cannot represent every integer


def spell_number(
    text: str, *, suffixes: str = "", floats_only: bool = False, octal: bool = False
) -> str:
    """Return a number's canonical spelling: decimal, without separators, with a lower-case suffix.

    `suffixes` are the letters that may follow the digits. With `floats_only`, every number is a
    float, so 1.0 and 1 are the same. With
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
        group = match[name]
        if group is None:
            continue
        if octal and name == "whole" and _OCTAL.fullmatch(group):
            base = 8
        value = int(group, base)
        if floats_only and not suffix and value >= _FIRST_INEXACT:
            return repr(float(value))
        return f"{value}{suffix}"
    decimal = float(digits)
    if decimal == float("inf"):
        return plain.lower()
    if floats_only and decimal.is_integer() and decimal < _FIRST_INEXACT:
        return f"{int(decimal)}{suffix}"
    return f"{decimal!r}{suffix}"
