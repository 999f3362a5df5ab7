"""Macros of C and C++ whose text may join what stands beside a use: `#define SUM a + b`."""

import re

_DEFINITION = re.compile(
    r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\([^)\n]*\))?((?:[^\n\\]|\\(?:.|\n))*)"
)
_ONE_TOKEN = re.compile(r"(?:[\w.]+|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)+')?", re.DOTALL)


def find_open_macros(text: str) -> set[str]:
    """Return the names of macros that are neither one token nor in brackets."""
    if "define" not in text:
        return set()
    return {
        definition[1]
        for definition in _DEFINITION.finditer(text)
        if not _is_closed(definition[2].replace("\\\n", " ").partition("//")[0].strip())
    }


def _is_closed(text: str) -> bool:
    """Whether a macro's text is one token, or one pair of brackets with what is in it."""
    if _ONE_TOKEN.fullmatch(text):
        return True
    if not text.startswith("("):
        return False
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return place == len(text) - 1
    return False
