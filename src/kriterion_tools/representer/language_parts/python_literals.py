"""Python's literals: numbers, and strings with all prefixes and quotes."""

import re
import unicodedata

from kriterion_tools.representer.escapes import mark_unknown_escape
from kriterion_tools.representer.literals import LETTERS, quote, unescape
from kriterion_tools.representer.literals import spell_number as spelled_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_PAIR = re.compile(r"\\(N\{([^{}]*)\}|.)", re.DOTALL)
_LETTERS = {**LETTERS, "\\": "\\", "'": "'", '"': '"'}


def spell_python_number(text: str) -> str:
    return spelled_number(text, suffixes="jJ")


def rewrite_string(node: Node, _: SolutionWords) -> Node:
    """Drop a string's prefix and quotes; replacement fields stay between its texts."""
    start, *middle, _end = node.children
    prefix = (start.text or "").rstrip("'\"").lower()
    pieces = [_decode_piece(child, prefix) for child in middle]
    if "t" in prefix:
        return Node("template_string", children=pieces)
    return _make_literal(_merge_texts(pieces), is_bytes="b" in prefix)


def _decode_piece(child: Node, prefix: str) -> Node:
    if child.kind != "string_content":
        if child.kind == "interpolation" and "r" in prefix:
            _escape_specification(child)
        return child
    text = child.text or ""
    if "f" in prefix or "t" in prefix:
        text = text.replace("{{", "{").replace("}}", "}")
    if "r" not in prefix:
        if "\\" in text:
            text = _PAIR.sub(_keep_bytes_pair if "b" in prefix else _decode_named_character, text)
        text = unescape(text, _LETTERS, others_keep_backslash=True)
    return leaf("text", text)


def _escape_specification(field: Node) -> None:
    """Write a raw specification as one with escapes."""
    for part in field.children:
        if part.kind == "format_specifier" and part.text is not None:
            part.text = part.text.replace("\\", "\\\\")
        elif part.kind == "format_specifier":
            for text in part.children:
                if text.kind == "text" and text.text is not None:
                    text.text = text.text.replace("\\", "\\\\")


def _keep_bytes_pair(pair: re.Match[str]) -> str:
    r"""In bytes, \N, \u and \U are not escapes."""
    return f"\\{pair[0]}" if pair[1][0] in "uUN" else pair[0]


def _decode_named_character(pair: re.Match[str]) -> str:
    if pair[2] is None:
        return pair[0]
    try:
        character = unicodedata.lookup(pair[2])
    except KeyError:
        return mark_unknown_escape(pair[0])
    return "\\\\" if character == "\\" else character


def _merge_texts(pieces: list[Node]) -> list[Node]:
    """Merge adjacent texts and drop empty ones."""
    merged: list[Node] = []
    for piece in pieces:
        if piece.kind == "text" and merged and merged[-1].kind == "text":
            merged[-1] = leaf("text", (merged[-1].text or "") + (piece.text or ""))
        elif piece.kind != "text" or piece.text:
            merged.append(piece)
    return merged


def _make_literal(pieces: list[Node], *, is_bytes: bool) -> Node:
    kind = "bytes" if is_bytes else "string"
    if all(piece.kind == "text" for piece in pieces):
        text = quote("".join(piece.text or "" for piece in pieces))
        return leaf(kind, f"b{text}" if is_bytes else text)
    for piece in pieces:
        if piece.kind == "text":
            piece.kind, piece.text = kind, quote(piece.text or "")
    return Node("formatted_string", children=pieces)


def join_strings(node: Node, _: SolutionWords) -> Node:
    """Join adjacent literals, also across a line continuation."""
    pieces: list[Node] = []
    for child in node.children:
        if child.kind == "text":
            continue
        for piece in child.children or [child]:
            last = pieces[-1] if pieces else None
            if last and last.text and piece.text and last.kind == piece.kind:
                # `quote` escapes each character by itself, so the texts can be joined without
                # the quotes between them.
                last.text = last.text[:-1] + piece.text[piece.text.index('"') + 1 :]
            else:
                pieces.append(piece)
    return pieces[0] if len(pieces) == 1 else Node("formatted_string", children=pieces)


def rewrite_interpolation(node: Node, _: SolutionWords) -> Node:
    """Normalise a replacement field. {x=} also prints the text of x, so that text becomes part of
    the string.
    """
    if not any(child.text == "=" for child in node.children):
        node.children = [child for child in node.children if child.kind != "text"]
        return node
    at = next(place for place, child in enumerate(node.children) if child.text == "=")
    expression = [leaf.text or "" for child in node.children[:at] for leaf in child.leaves()]
    gap = node.children[at + 1 : at + 2]
    blanks = gap[0].text or "" if gap and gap[0].kind == "text" else ""
    node.children = [child for child in node.children if child.kind != "text"]
    node.children.insert(0, leaf("field_text", quote("".join([*expression, "=", blanks]))))
    return node
