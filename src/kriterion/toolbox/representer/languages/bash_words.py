"""Bash's texts: words, strings in all their quotes, texts behind commands, what is put in."""

import re

from kriterion.toolbox.representer.escapes import byte, point
from kriterion.toolbox.representer.language import Source
from kriterion.toolbox.representer.languages.bash_sums import bare, do_sums, make_sum
from kriterion.toolbox.representer.literals import LETTERS, quoted
from kriterion.toolbox.representer.tree import Node, leaf

_SPECIAL = re.compile(r"(?<!\\)(?:[*?\[\]{}~,]|[+@!]\()")

_LETTERS = {**LETTERS, "e": "\x1b", "E": "\x1b", **{sign: sign for sign in "\\'\"?"}}
_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|c(.)|(.))",
    re.DOTALL,
)

_PUT_IN = re.compile(r"(\$\{\w+\}|\$\w+)")
_SIGNS = frozenset({"$", "${", "$(", "$((", "$[", "`", "))"})

_SPECIALS = frozenset("#?$!-*@")


def word(node: Node, _: Source) -> Node:
    """A word is the text it would be in quotes, unless Bash makes something else of it."""
    text = node.text or ""
    if _SPECIAL.search(text):
        return node
    return leaf("literal", quoted(re.sub(r"\\(\n|.)", _after_backslash, text, flags=re.DOTALL)))


def _after_backslash(escape: re.Match[str]) -> str:
    return "" if escape[1] == "\n" else escape[1]


def raw_string(node: Node, _: Source) -> Node:
    return leaf("literal", quoted((node.text or "")[1:-1]))


def ansi_string(node: Node, _: Source) -> Node:
    return leaf("literal", quoted(_unescaped((node.text or "")[2:-1])))


def _unescaped(text: str) -> str:
    r"""What stands in $'…'; a backslash before anything else stays."""

    def character(escape: re.Match[str]) -> str:
        hexadecimal, octal, four, eight, control, letter = escape.groups()
        for digits, base in ((hexadecimal, 16), (octal, 8)):
            if digits is not None:
                return byte(int(digits, base) % 0x100)
        if four or eight:
            return point(int(four or eight, 16), escape[0])
        if control is not None:
            return chr(ord(control) & 0x1F)
        return _LETTERS.get(letter, escape[0])

    return _ESCAPE.sub(character, text)


def string(node: Node, _: Source) -> Node:
    """A text without its quotes; with what is put into it, if anything is."""
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
    return leaf("literal", quoted(re.sub(r'\\([$`"\\\n])', _after_backslash, text)))


def _blanks_before(node: Node) -> str:
    """In a text, the parser counts blanks before a sign to what the sign begins."""
    if node.text is None and node.children and node.children[0].kind == "blanks":
        return node.children.pop(0).text or ""
    return ""


def opened(node: Node) -> Node:
    """What is put in, without its signs, and with the blanks before them apart."""
    first = node.children[0]
    blanks = (first.text or "")[: -len(first.kind)] if first.text is not None else ""
    node.children = [child for child in node.children if child.kind not in _SIGNS]
    if blanks:
        node.children.insert(0, leaf("blanks", blanks))
    return node


def simple_expansion(node: Node, _: Source) -> Node:
    return opened(node)


def substitution(node: Node, _: Source) -> Node:
    return opened(node)


def regex(node: Node, _: Source) -> Node:
    """A pattern with variables put in, which the parser has as one text."""
    pieces: list[Node] = []
    for piece in _PUT_IN.split(node.text or ""):
        if _PUT_IN.fullmatch(piece):
            name = leaf("variable_name", piece.strip("${}"))
            pieces.append(Node("simple_expansion", children=[name]))
        elif piece:
            pieces.append(leaf("regex", piece))
    return pieces[0] if len(pieces) == 1 else Node("regex", children=pieces)


def heredoc_body(node: Node, _: Source) -> Node:
    """A text as a string is one, without quotes; in it, the parser takes a sum for commands."""
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


def sums(node: Node, _: Source) -> Node:
    do_sums(opened(node))
    return node


def expansion(node: Node, _: Source) -> Node:
    """${x} is $x; behind a colon alone Bash does sums."""
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
            do_sums(child)
    if behind:
        # Where a part begins, blanks only keep ${x: -1} from being ${x:-1}.
        node.children = [child for child in node.children if (child.text or "x").strip()]
    return node


def heredoc(node: Node, _: Source) -> Node:
    """The word that a text ends with says nothing; that it is quoted, does."""
    children = []
    for child in node.children:
        if child.kind == "heredoc_start":
            if (child.text or "")[:1] in "'\"\\":
                children.append(leaf("word", "raw"))
        elif child.kind != "heredoc_end":
            children.append(child)
    node.children = children
    return node
