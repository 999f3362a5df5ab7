"""PHP's literals: strings in all quotes, numbers, and constants in any case."""

import re

from kriterion_tools.representer.escapes import decode_code_point, encode_byte
from kriterion_tools.representer.language_parts.php_names import join_variable
from kriterion_tools.representer.literals import quote, spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]+)\}|(.))", re.DOTALL)

_LETTERS = dict(zip('ntrvef\\$"', '\n\t\r\v\x1b\f\\$"', strict=True))


def _unescape_double_quoted(text: str) -> str:
    """Return the value of a text in double quotes; a backslash before any other character stays."""

    def decode(escape: re.Match[str]) -> str:
        octal, hexadecimal, code_point, letter = escape.groups()
        if code_point is not None:
            return decode_code_point(int(code_point, 16), escape[0])
        for digits, base in ((octal, 8), (hexadecimal, 16)):
            if digits is not None:
                return encode_byte(int(digits, base) % 0x100)
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(decode, text)


def _unescape_single_quoted(text: str) -> str:
    """Return the value of a text in single quotes."""
    return re.sub(r"\\([\\'])", r"\1", text)


def spell_string(text: str) -> str:
    return quote(_unescape_single_quoted(text[text.index("'") + 1 : -1]))


def spell_php_number(text: str) -> str:
    return spell_number(text, octal=True)


def rewrite_double_quoted(node: Node, source: SolutionWords) -> Node:
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
            piece = child if in_braces else _quote_bare_key(_join_braced_name(child, source))
            pieces += [leaf("string", quote(_unescape_double_quoted(text))), piece]
            text = ""
    pieces.append(leaf("string", quote(_unescape_double_quoted(text))))
    return pieces[0] if len(pieces) == 1 else Node(node.kind, children=pieces)


def _join_braced_name(node: Node, source: SolutionWords) -> Node:
    """Normalise "${name}" to "$name"."""
    names = [child.text or "" for child in node.children if child.kind == "name"]
    if node.kind == "dynamic_variable_name" and len(names) == 1:
        return join_variable(Node("variable_name", children=[leaf("$", "$" + names[0])]), source)
    return node


def _quote_bare_key(node: Node) -> Node:
    """Quote the key in "$a[key]": outside braces, a bare key is a string, not a constant."""
    if node.kind == "subscript_expression" and node.children[-1].kind == "name":
        node.children[-1] = leaf("string", quote(node.children[-1].text or ""))
    return node


_CASTS = {"integer": "int", "boolean": "bool", "double": "float", "real": "float"}
_TYPES = frozenset(
    {"int", "float", "string", "bool", "array", "mixed", "iterable", "object", "callable", "void"}
    | {"null", "never", "false", "true", "self", "static"}
)


def unify_cast(node: Node, _: SolutionWords) -> Node:
    """Normalise (Integer) to (int)."""
    text = (node.text or "").lower()
    return leaf(node.kind, _CASTS.get(text, text))


def lower_builtin_type(node: Node, _: SolutionWords) -> Node:
    """Normalise INT, which the parser takes for a class, to int."""
    name = node.children[0]
    if len(node.children) == 1 and (name.text or "").lower() in _TYPES and name.kind == "name":
        text = (name.text or "").lower()
        if text != name.text:
            return Node("primitive_type", children=[leaf(text, text)])
    return node


def lower_case(node: Node, _: SolutionWords) -> Node:
    return leaf(node.kind, (node.text or "").lower())
