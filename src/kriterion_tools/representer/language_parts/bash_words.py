"""Bash's strings: words, all kinds of quotes, heredocs and expansions."""

import re

from kriterion_tools.representer.escapes import byte, decode_code_point
from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.language_parts.bash_sums import bare, convert_arithmetic, make_sum
from kriterion_tools.representer.literals import LETTERS, quote
from kriterion_tools.representer.solution_tree import Node, leaf

_SPECIAL = re.compile(r"(?<!\\)(?:[*?\[\]{}~,]|[+@!]\()")

_LETTERS = {**LETTERS, "e": "\x1b", "E": "\x1b", **{sign: sign for sign in "\\'\"?"}}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.)|(.))",
    re.DOTALL,
)

_PUT_IN = re.compile(r"(\$\{\w+\}|\$\w+)")
_SIGNS = frozenset({"$", "${", "$(", "$((", "$[", "`", "))"})

_SPECIALS = frozenset("#?$!-*@")


def word(node: Node, _: SolutionWords) -> Node:
    """Normalise a word to the string it would be in quotes, unless Bash expands it."""
    text = node.text or ""
    if _SPECIAL.search(text):
        return node
    return leaf("literal", quote(re.sub(r"\\(\n|.)", _after_backslash, text, flags=re.DOTALL)))


def _after_backslash(escape: re.Match[str]) -> str:
    return "" if escape[1] == "\n" else escape[1]


def raw_string(node: Node, _: SolutionWords) -> Node:
    return leaf("literal", quote((node.text or "")[1:-1]))


def ansi_string(node: Node, _: SolutionWords) -> Node:
    return leaf("literal", quote(_unescaped((node.text or "")[2:-1])))


def _unescaped(text: str) -> str:
    """Return the value of $'…'. A backslash before any other character stays."""

    def character(escape: re.Match[str]) -> str:
        hexadecimal, octal, four, eight, control, letter = escape.groups()
        for digits, base in ((hexadecimal, 16), (octal, 8)):
            if digits is not None:
                return byte(int(digits, base) % 0x100)
        if four or eight:
            return decode_code_point(int(four or eight, 16), escape[0])
        if control is not None:
            return chr(ord(control) & 0x1F)
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(character, text)


def string(node: Node, _: SolutionWords) -> Node:
    """Drop the quotes of a string and keep its expansions."""
    pieces: list[Node] = []
    text = ""
    for child in node.children:
        if child.kind in ("string_content", "text"):
            text += child.text or ""
        elif child.kind == '"':
            text += (child.text or "").removesuffix('"')
        else:
            text += _blanks_before(child)
            pieces += [*([_text(text)] if text else []), child]
            text = ""
    if text or not pieces:
        pieces.append(_text(text))
    is_text = len(pieces) == 1 and pieces[0].kind == "literal"
    return pieces[0] if is_text else Node("string", children=pieces)


def _text(text: str) -> Node:
    return leaf("literal", quote(re.sub(r'\\([$`"\\\n])', _after_backslash, text)))


def _blanks_before(node: Node) -> str:
    """Return the blanks before an operator, which the parser assigns to what follows it."""
    if node.text is None and node.children and node.children[0].kind == "blanks":
        return node.children.pop(0).text or ""
    return ""


def opened(node: Node) -> Node:
    """Return an expansion without its delimiters, with the blanks before it apart."""
    first = node.children[0]
    blanks = (first.text or "")[: -len(first.kind)] if first.text is not None else ""
    node.children = [child for child in node.children if child.kind not in _SIGNS]
    if blanks:
        node.children.insert(0, leaf("blanks", blanks))
    return node


def simple_expansion(node: Node, _: SolutionWords) -> Node:
    return opened(node)


def substitution(node: Node, _: SolutionWords) -> Node:
    return opened(node)


def regex(node: Node, _: SolutionWords) -> Node:
    """Find the variables in a pattern, which the parser returns as one text."""
    pieces: list[Node] = []
    for piece in _PUT_IN.split(node.text or ""):
        if _PUT_IN.fullmatch(piece):
            name = leaf("variable_name", piece.strip("${}"))
            pieces.append(Node("simple_expansion", children=[name]))
        elif piece:
            pieces.append(leaf("regex", piece))
    return pieces[0] if len(pieces) == 1 else Node("regex", children=pieces)


def heredoc_body(node: Node, _: SolutionWords) -> Node:
    """Treat a heredoc as an unquoted string. The parser takes arithmetic in it for commands."""
    children: list[Node] = []
    for child in node.children:
        blanks = _blanks_before(child)
        children += [*([leaf("text", blanks)] if blanks else []), _sum_read_amiss(child)]
    node.children = children
    return node


def _sum_read_amiss(node: Node) -> Node:
    if node.kind != "command_substitution" or [one.kind for one in node.children] != ["subshell"]:
        return node
    result = Node("arithmetic_expansion")
    for one in node.leaves():
        piece = leaf("operator", bare(one) if one.kind == "literal" else one.text or "")
        make_sum(piece, piece.text or "")
        result.children.append(piece)
    return result


def sums(node: Node, _: SolutionWords) -> Node:
    convert_arithmetic(opened(node))
    return node


def expansion(node: Node, _: SolutionWords) -> Node:
    """Normalise ${x} to $x. What follows a single colon is arithmetic."""
    opened(node)
    parts = [child for child in node.children if child.kind != "blanks"]
    if len(parts) == 1 and (parts[0].kind.endswith("variable_name") or parts[0].text in _SPECIALS):
        node.kind = "simple_expansion"
        return node
    behind = False
    for child in node.children:
        if child.field == "operator" and child.text == ":":
            behind = True
        elif behind:
            convert_arithmetic(child)
    if behind:
        # Where a slice begins, the blank only separates ${x: -1} from ${x:-1}.
        node.children = [child for child in node.children if (child.text or "x").strip()]
    return node


def heredoc(node: Node, _: SolutionWords) -> Node:
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
