"""C's macros whose text may join what stands beside a use."""

import re
from collections.abc import Collection

_DEFINITION = re.compile(
    r"(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(([^)\n]*)\))?((?:[^\n\\]|\\(?:.|\n))*)"
)
_QUOTED = re.compile(r"(?<!#)#[ \t]*[A-Za-z_]")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_WORD = re.compile(r"\w+")
_ONE_TOKEN = re.compile(r"(?:[\w.]+|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)+')?", re.DOTALL)


def find_open_macros(text: str) -> set[str]:
    """Return the names of macros whose text may join what stands beside a use (`a + b`), or in an
    argument (`(x * x)`).
    """
    if "define" not in text:
        return set()
    found = set()
    for name, parameters, value in _DEFINITION.findall(text):
        value = _COMMENT.sub(" ", value.replace("\\\n", " ")).partition("//")[0].strip()
        if not _is_closed(value) or not _brackets_parameters(value, _WORD.findall(parameters)):
            found.add(name)
    return found


def has_quoting_macro(text: str) -> bool:
    """Whether a macro turns an argument into a text: `#x`."""
    return any(_QUOTED.search(value) for _, _, value in _DEFINITION.findall(text))


def _brackets_parameters(text: str, parameters: Collection[str]) -> bool:
    """Whether a macro's text has brackets or commas around each parameter."""
    return all(
        text[: use.start()].rstrip().endswith(("(", ","))
        and text[use.end() :].lstrip().startswith((")", ","))
        for use in _WORD.finditer(text)
        if use[0] in parameters
    )


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
