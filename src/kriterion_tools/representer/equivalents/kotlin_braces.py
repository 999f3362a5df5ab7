"""Kotlin's class bodies on one line, for which the grammar requires semicolons."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"(?P<blank>//[^\n]*|/\*.*?\*/|[^\S\n]+)"
    r"|(?P<text>\"\"\".*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|`[^`\n]*`)"
    r"|(?P<word>[^\W\d]\w*)|(?P<sign>.)",
    re.DOTALL,
)
_CLASSES = frozenset({"class", "interface", "object"})
_OTHERS = frozenset({"fun", "val", "var", "init", "constructor", "typealias"})
_MEMBERS = _OTHERS | frozenset(
    {"abstract", "companion", "const", "data", "enum", "inline", "inner", "internal", "lateinit"}
    | {"open", "operator", "override", "private", "protected", "public", "sealed", "suspend"}
    | {"infix", "tailrec"}
)
_ENDS = frozenset({"{", ";", "\n"})  # after which no semicolon is missing


@dataclass(kw_only=True, slots=True)
class _Open:
    """What is open: a bracket, and whether a class's name was read in it, but not yet its body."""

    bracket: str
    is_class: bool = False  # whether it is a brace around the members of a class
    awaits_body: bool = False


def end_last_members(text: str) -> str:
    """Insert a semicolon after the last member of a class before a brace on the same line, and
    between two members on one line.
    """
    parts: list[str] = []
    around = [_Open(bracket="")]
    last = ""
    for token in _TOKEN.finditer(text):
        kind, piece = token.lastgroup, token[0]
        if last == "}" and kind == "word" and piece in _MEMBERS | _CLASSES:
            parts.append("; " if around[-1].is_class else "")
        if kind == "sign" and piece in "([{":
            is_body = piece == "{" and around[-1].awaits_body
            if is_body:
                around[-1].awaits_body = False
            around.append(_Open(bracket=piece, is_class=is_body))
        elif kind == "sign" and piece in ")]}":
            if len(around) > 1:
                opened = around.pop()
                if piece == "}" and opened.is_class and last not in _ENDS:
                    parts.append(";")
        elif piece in _CLASSES and last not in (".", "::", ":"):
            around[-1].awaits_body = True
        elif piece in _OTHERS or piece == "=":
            around[-1].awaits_body = False
        if kind != "blank":
            last = piece
        parts.append(piece)
    return "".join(parts)
