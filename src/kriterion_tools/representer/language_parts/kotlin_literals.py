"""Kotlin's strings and numbers."""

import re

from kriterion_tools.representer.literals import quote, spell_number, unescape
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_LETTERS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "$": "$"}


def spell_kotlin_number(text: str) -> str:
    """Return the canonical spelling of a number of its type: 0xFFu is 255u."""
    plain = text.lower().replace("_", "")
    digits = plain.rstrip("ul" if plain.startswith(("0x", "0b")) else "ulf")
    return spell_number(digits) + plain[len(digits) :]


def spell_character(text: str) -> str:
    return f"chr{quote(unescape(text[1:-1], _LETTERS))}"


def rewrite_string(node: Node, _: SolutionWords) -> Node:
    """Normalise a string with its templates: "$name" is "${name}", in any quotes."""
    pieces = _RAW_PIECE if node.kind == "multiline_string_literal" else _PIECE
    parts: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind == "interpolation":
            parts += [*_split_templates(text, pieces), child]
            text = ""
        elif child.kind in _TEXTS:
            text += child.text or ""
    parts += _split_templates(text, pieces)
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


def _split_templates(text: str, pieces: re.Pattern[str]) -> list[Node]:
    """Split the text at templates such as "$name", for which the grammar has no node."""
    parts: list[Node] = []
    value: list[str] = []
    for piece in pieces.finditer(text):
        if piece["name"] is None:
            value.append(_decode_piece(piece))
            continue
        if value:
            parts.append(_make_literal(value))
        value = []
        parts.append(Node("interpolation", children=[leaf("identifier", piece["name"])]))
    return [*parts, _make_literal(value)] if value else parts


def _decode_piece(piece: re.Match[str]) -> str:
    if piece["code"] is not None:
        return chr(int(piece["code"], 16))
    return piece["plain"] or _LETTERS.get(piece["letter"], piece["letter"])


def _make_literal(value: list[str]) -> Node:
    text = "".join(value).encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return leaf("string_literal", quote(text))


def drop_interpolation_brackets(node: Node, _: SolutionWords) -> Node:
    node.children = [child for child in node.children if child.text not in ("$", "${", "}")]
    return node
