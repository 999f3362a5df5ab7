"""Rust's literals and the arguments of its macros."""

import re
from collections.abc import Iterator

from kriterion_tools.representer.escapes import decode_code_point, encode_byte
from kriterion_tools.representer.literals import quote, spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_LINE_CONTINUATION = re.compile(r"\\(\\|\n\s*)")
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F_]{1,8})\}|(.))", re.DOTALL)
_LETTERS = {"0": "\0", "n": "\n", "r": "\r", "t": "\t"}
_RAW = re.compile(r'(b|c)?r(#*)"(.*)"\2', re.DOTALL)
_SUFFIX = re.compile(r"(.*?)([iu](?:8|16|32|64|128|size)|f(?:32|64))?", re.DOTALL)
_INTEGER_SUFFIX = re.compile(r"(.*?)([iu](?:8|16|32|64|128|size))?", re.DOTALL)


def spell_string(text: str) -> str:
    """Return a string's canonical spelling, after its prefix (such as b)."""
    prefix, rest = text.split('"', 1)
    rest = _LINE_CONTINUATION.sub(lambda match: "\\\\" if match[1] == "\\" else "", rest[:-1])
    return prefix + quote(_unescape(rest))


def _unescape(text: str) -> str:
    """Return the value of the text between two quotes. There are no octal escapes."""

    def decode(escape: re.Match[str]) -> str:
        hexadecimal, code_point, letter = escape.groups()
        if hexadecimal is not None:
            return encode_byte(int(hexadecimal, 16))
        if code_point is not None:
            return decode_code_point(int(code_point.replace("_", "") or "0", 16), escape[0])
        return _LETTERS.get(letter, letter)

    return _ESCAPE.sub(decode, text)


def spell_raw_string(text: str) -> str:
    match = _RAW.fullmatch(text)
    assert match is not None
    return (match[1] or "") + quote(match[3])


def spell_character(text: str) -> str:
    prefix, rest = text.split("'", 1)
    return f"{prefix}chr{quote(_unescape(rest[:-1]))}"


def spell_rust_number(text: str) -> str:
    """Return a number's canonical spelling, with its type suffix if it has one."""
    plain = text.replace("_", "")
    match = (_INTEGER_SUFFIX if plain[:2] == "0x" else _SUFFIX).fullmatch(plain)
    assert match is not None
    return spell_number(match[1]) + (match[2] or "")


# Macros with names in their format string: format!("{name}").
_FORMATTING = frozenset(
    {"format", "print", "println", "eprint", "eprintln", "write", "writeln", "panic", "todo"}
    | {"assert", "assert_eq", "assert_ne", "debug_assert", "unreachable", "unimplemented"}
    | {"format_args", "debug_assert_eq", "debug_assert_ne"}
)
_HOLE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_NAME_IN_HOLE = re.compile(r"^[A-Za-z_]\w*(?=:|\s*$)|[A-Za-z_]\w*(?=\$)")


def rewrite_macro_arguments(node: Node, _: SolutionWords) -> Node:
    """Normalise the brackets around a macro's arguments, and drop a trailing comma. Join the tokens
    of accesses, so that members are told from variables.
    """
    name = node.child("macro")
    arguments = node.children[-1]
    if arguments.kind != "token_tree":
        return node
    arguments.children = arguments.children[1:-1]
    if arguments.children and arguments.children[-1].text == ",":
        arguments.children.pop()
    for tree in [part for part in arguments.walk() if part.kind == "token_tree"]:
        _join_accesses(tree)
    if name is not None and name.text in _FORMATTING:
        arguments.children = [
            _split_format_string(child) if child.kind == "string_literal" else child
            for child in arguments.children
        ]
    return node


_ACCESSES = {".": ("field_expression", "value"), "::": ("scoped_identifier", "path")}


def _join_accesses(tree: Node) -> None:
    """Join the tokens `a . b`, `a :: b` and what they call or index into nodes."""
    joined: list[Node] = []
    pending = tree.children[::-1]
    while pending:
        token = pending.pop()
        before = joined[-1] if joined else None
        name = pending[-1] if pending else None
        places = _ACCESSES.get(token.text or "")
        if places and before and name and _is_operand(before) and name.kind == "identifier":
            kind, field = places
            pending.pop()
            before.field = field
            name.kind = "field_identifier" if token.text == "." else name.kind
            name.field = "field" if token.text == "." else "name"
            joined[-1] = Node(kind, children=[before, token, name])
        elif before is not None and before.text is None and _is_call(before, token):
            before.field = "function"
            joined[-1] = Node("call_expression", children=[before, token])
        elif before is not None and _is_bracketed(token, "[") and _is_operand(before):
            before.field = "object"
            joined[-1] = Node("index_expression", children=[before, token])
        else:
            joined.append(token)
    tree.children = joined


def _is_operand(node: Node) -> bool:
    """Whether a node may have a member."""
    if node.text is None:
        return node.kind in ("field_expression", "scoped_identifier", "call_expression") or (
            node.kind in ("index_expression", "format_string") or _is_bracketed(node, "(")
        )
    return node.kind in ("identifier", "self", "super", "crate", "primitive_type") or (
        node.kind.endswith("_literal")
    )


def _is_call(before: Node, token: Node) -> bool:
    return _is_operand(before) and before.kind != "token_tree" and _is_bracketed(token, "(")


def _is_bracketed(node: Node, bracket: str) -> bool:
    first = node.children[0] if node.kind == "token_tree" and node.children else None
    return first is not None and first.text == bracket


def _split_format_string(text: Node) -> Node:
    """Split a format string at the names in it."""
    parts = list(_find_parts(text.text or ""))
    return text if len(parts) == 1 else Node("format_string", children=parts)


def _find_parts(text: str) -> Iterator[Node]:
    start = 0
    for hole in _HOLE.finditer(text):
        for name in _NAME_IN_HOLE.finditer(hole[1] or ""):
            end = hole.start(1) + name.start()
            yield leaf("text", text[start:end])
            yield leaf("identifier", name[0])
            start = end + len(name[0])
    yield leaf("string_literal", text[start:])
