"""PHP's literals: strings in all quotes, numbers, and constants in any case."""

import re

from kriterion_tools.representer.escapes import byte
from kriterion_tools.representer.escapes import decode_code_point as character_of
from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.literals import number, quote
from kriterion_tools.representer.solution_tree import Node, leaf

_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]+)\}|(.))", re.DOTALL)

_LETTERS = dict(zip('ntrvef\\$"', '\n\t\r\v\x1b\f\\$"', strict=True))


def _unescaped(text: str) -> str:
    """Return the value of a text in double quotes; a backslash before any other character stays."""

    def character(escape: re.Match[str]) -> str:
        octal, hexadecimal, decode_code_point, letter = escape.groups()
        if decode_code_point is not None:
            return character_of(int(decode_code_point, 16), escape[0])
        for digits, base in ((octal, 8), (hexadecimal, 16)):
            if digits is not None:
                return byte(int(digits, base) % 0x100)
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(character, text)


def _raw(text: str) -> str:
    """Return the value of a text in single quotes."""
    return re.sub(r"\\([\\'])", r"\1", text)


def string(text: str) -> str:
    return quote(_raw(text[text.index("'") + 1 : -1]))


def php_number(text: str) -> str:
    return number(text, octal=True)


def encapsed(node: Node, _: SolutionWords) -> Node:
    """Normalise a string without interpolation to a plain one; otherwise its texts are strings."""
    pieces: list[Node] = []
    text = ""
    in_braces = False
    for child in node.children:
        if child.kind in ("string_content", "escape_sequence", "text"):
            text += child.text or ""
        elif child.text in ("{", "}"):
            in_braces = child.text == "{"
        elif child.text not in ('"', 'b"', 'B"'):
            piece = child if in_braces else _plainly_put_in(child)
            pieces += [leaf("string", quote(_unescaped(text))), piece]
            text = ""
    pieces.append(leaf("string", quote(_unescaped(text))))
    return pieces[0] if len(pieces) == 1 else Node(node.kind, children=pieces)


def _plainly_put_in(node: Node) -> Node:
    """Without braces, the key in "$a[key]" is a string; with braces, a constant."""
    if node.kind == "subscript_expression" and node.children[-1].kind == "name":
        node.children[-1] = leaf("string", quote(node.children[-1].text or ""))
    return node


def small(node: Node, _: SolutionWords) -> Node:
    return leaf(node.kind, (node.text or "").lower())
