"""Kotlin's strings and numbers."""

import re

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.literals import number, quote, unescape
from kriterion_tools.representer.solution_tree import Node, leaf

_LETTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "$": "$"}


def numeral(text: str) -> str:
    """Return the one spelling of a number of that type: 0xFFu is 255u."""
    plain = text.lower().replace("_", "")
    digits = plain.rstrip("ul" if plain.startswith(("0x", "0b")) else "ulf")
    return number(digits) + plain[len(digits) :]


def character(text: str) -> str:
    return f"chr{quote(unescape(text[1:-1], _LETTERS))}"


def string(node: Node, _: SolutionWords) -> Node:
    """Normalise a string with its templates: "$name" is "${name}", in any quotes."""
    pieces = _RAW_PIECE if node.kind == "multiline_string_literal" else _PIECE
    parts: list[Node] = []
    written = ""
    for child in node.children:
        if child.kind == "interpolation":
            parts += [*_parts(written, pieces), child]
            written = ""
        elif child.kind in _TEXTS:
            written += child.text or ""
    parts += _parts(written, pieces)
    if not parts:
        return leaf("string_literal", quote(""))
    if len(parts) == 1 and parts[0].text is not None:
        return parts[0]
    return Node("template", children=parts)


_TEXTS = ("string_content", "escape_sequence", "text")
_NAME = r"\$(?P<name>[^\W\d]\w*)"
_PIECE = re.compile(
    _NAME + r"|\\u(?P<code>[0-9a-fA-F]{4})|\\(?P<letter>.)|(?P<plain>[^\\$]+|.)", re.DOTALL
)
_RAW_PIECE = re.compile(_NAME + r"|(?P<code>(?!))|(?P<letter>(?!))|(?P<plain>[^$]+|.)", re.DOTALL)


def _parts(written: str, pieces: re.Pattern[str]) -> list[Node]:
    """Split a text between two templates. The grammar has no node for "$name"."""
    parts: list[Node] = []
    value: list[str] = []
    for piece in pieces.finditer(written):
        if piece["name"] is None:
            value.append(_value(piece))
            continue
        if value:
            parts.append(_literal(value))
        value = []
        parts.append(Node("interpolation", children=[leaf("identifier", piece["name"])]))
    return [*parts, _literal(value)] if value else parts


def _value(piece: re.Match[str]) -> str:
    if piece["code"] is not None:
        return chr(int(piece["code"], 16))
    return piece["plain"] or _LETTERS.get(piece["letter"], piece["letter"])


def _literal(value: list[str]) -> Node:
    joined = "".join(value).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return leaf("string_literal", quote(joined))


def interpolation(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text not in ("$", "${", "}")]
    return node
