"""Bash's strings: words, all kinds of quotes, heredocs and expansions."""

import re

from kriterion_tools.representer.escapes import decode_code_point, encode_byte
from kriterion_tools.representer.language_parts.bash_sums import (
    convert_arithmetic,
    parse_arithmetic,
    unquote,
)
from kriterion_tools.representer.literals import LETTERS, quote
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_SPECIAL = re.compile(r"(?<!\\)(?:[*?\[\]{}~,]|[+@!]\()")

_LETTERS = {**LETTERS, "e": "\x1b", "E": "\x1b", **{sign: sign for sign in "\\'\"?"}}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.)|(.))",
    re.DOTALL,
)

_VARIABLE = re.compile(r"(\$\{\w+\}|\$\w+)")
_DELIMITERS = frozenset({"$", "${", "$(", "$((", "$[", "`", "))"})

_SPECIALS = frozenset("#?$!-*@")


def quote_word(node: Node, _: SolutionWords) -> Node:
    """Normalise a word to a quoted string, unless Bash expands it."""
    text = node.text or ""
    if _SPECIAL.search(text):
        return node
    return leaf("literal", quote(re.sub(r"\\(\n|.)", _drop_backslash, text, flags=re.DOTALL)))


def _drop_backslash(escape: re.Match[str]) -> str:
    return "" if escape[1] == "\n" else escape[1]


def rewrite_raw_string(node: Node, _: SolutionWords) -> Node:
    return leaf("literal", quote((node.text or "")[1:-1]))


def rewrite_ansi_string(node: Node, _: SolutionWords) -> Node:
    return leaf("literal", quote(_unescape_ansi((node.text or "")[2:-1])))


def _unescape_ansi(text: str) -> str:
    """Return the value of $'…'. A backslash before any other character stays."""

    def decode(escape: re.Match[str]) -> str:
        hexadecimal, octal, four, eight, control, letter = escape.groups()
        for digits, base in ((hexadecimal, 16), (octal, 8)):
            if digits is not None:
                return encode_byte(int(digits, base) % 0x100)
        if four or eight:
            return decode_code_point(int(four or eight, 16), escape[0])
        if control is not None:
            return chr(ord(control) & 0x1F)
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(decode, text)


def rewrite_string(node: Node, _: SolutionWords) -> Node:
    """Drop the quotes of a string and keep its expansions."""
    pieces: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind in ("string_content", "text"):
            text += child.text or ""
        elif child.kind == '"':
            text += (child.text or "").removesuffix('"')
        else:
            text += _take_leading_blanks(child)
            pieces += [*([_quote_text(text)] if text else []), child]
            text = ""
    if text or not pieces:
        pieces.append(_quote_text(text))
    is_literal = len(pieces) == 1 and pieces[0].kind == "literal"
    return pieces[0] if is_literal else Node("string", children=pieces)


def join_literals(node: Node, _: SolutionWords) -> Node:
    """Normalise a'b' to 'ab'."""
    children: list[Node] = []
    for child in node.children:
        if child.kind == "literal" and children and children[-1].kind == "literal":
            joined = unquote(children[-1]) + unquote(child)
            children[-1] = leaf("literal", f'"{joined}"', children[-1].field)
        else:
            children.append(child)
    node.children = children
    return children[0] if len(children) == 1 else node


def _quote_text(text: str) -> Node:
    return leaf("literal", quote(re.sub(r'\\([$`"\\\n])', _drop_backslash, text)))


def _take_leading_blanks(node: Node) -> str:
    """Remove and return the blanks before an expansion; the parser makes them its first child."""
    if node.text is None and node.children and node.children[0].kind == "blanks":
        return node.children.pop(0).text or ""
    return ""


def drop_delimiters(node: Node) -> Node:
    """Drop an expansion's delimiters; the blanks before it become its first child."""
    first = node.children[0]
    blanks = (first.text or "")[: -len(first.kind)] if first.text is not None else ""
    node.children = [child for child in node.children if child.kind not in _DELIMITERS]
    if blanks:
        node.children.insert(0, leaf("blanks", blanks))
    return node


def rewrite_simple_expansion(node: Node, _: SolutionWords) -> Node:
    """Drop the dollar sign; read $10 as ${1}0, which the parser reads as ${10}."""
    drop_delimiters(node)
    name = node.children[-1]
    if name.text is not None and len(name.text) > 1 and name.text.isdecimal():
        node.kind = "expansion"
        node.children.append(leaf("text", name.text[1:]))
        name.text = name.text[:1]
    return node


def rewrite_substitution(node: Node, _: SolutionWords) -> Node:
    return drop_delimiters(node)


def split_regex(node: Node, _: SolutionWords) -> Node:
    """Split a pattern at its variables; the parser returns it as one text."""
    pieces: list[Node] = []
    for piece in _VARIABLE.split(node.text or ""):
        if _VARIABLE.fullmatch(piece):
            name = leaf("variable_name", piece.strip("${}"))
            pieces.append(Node("simple_expansion", children=[name]))
        elif piece:
            pieces.append(leaf("regex", piece))
    return pieces[0] if len(pieces) == 1 else Node("regex", children=pieces)


def rewrite_heredoc_body(node: Node, _: SolutionWords) -> Node:
    """Normalise the body like a string. The parser reads $((…)) in it as $( (…) )."""
    children: list[Node] = []
    for child in node.children:
        blanks = _take_leading_blanks(child)
        children += [*([leaf("text", blanks)] if blanks else []), _restore_arithmetic(child)]
    node.children = children
    return node


def _restore_arithmetic(node: Node) -> Node:
    """Turn a command that consists only of a subshell into arithmetic."""
    if node.kind != "command_substitution" or [child.kind for child in node.children] != [
        "subshell"
    ]:
        return node
    result = Node("arithmetic_expansion")
    for part in node.leaves():
        piece = leaf("operator", unquote(part) if part.kind == "literal" else part.text or "")
        parse_arithmetic(piece, piece.text or "")
        result.children.append(piece)
    return result


def rewrite_arithmetic(node: Node, _: SolutionWords) -> Node:
    convert_arithmetic(drop_delimiters(node))
    return node


def rewrite_expansion(node: Node, _: SolutionWords) -> Node:
    """Normalise ${x} to $x. In a slice ${x:1:2}, offset and length are arithmetic."""
    drop_delimiters(node)
    parts = [child for child in node.children if child.kind != "blanks"]
    if len(parts) == 1 and (parts[0].kind.endswith("variable_name") or parts[0].text in _SPECIALS):
        node.kind = "simple_expansion"
        return node
    in_slice = False
    for place, child in enumerate(node.children):
        if child.field == "operator" and child.text == ":":
            in_slice = True
        elif in_slice:
            if child.kind == "arithmetic_expansion" and len(child.children) == 1:
                child = node.children[place] = child.children[0]
            convert_arithmetic(child)
    if in_slice:
        # The blank in ${x: -1} only distinguishes it from ${x:-1}.
        node.children = [child for child in node.children if (child.text or "x").strip()]
    return node


def drop_heredoc_delimiter(node: Node, _: SolutionWords) -> Node:
    """Drop a heredoc's delimiter, but keep whether it is quoted."""
    children = []
    for child in node.children:
        if child.kind == "heredoc_start":
            if (child.text or "")[:1] in "'\"\\":
                children.append(leaf("word", "raw"))
        elif child.kind != "heredoc_end":
            children.append(child)
    node.children = children
    return node
