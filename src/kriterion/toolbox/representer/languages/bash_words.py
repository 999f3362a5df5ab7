"""Bash's words: what is a text, what a name, what a number.

The grammar has one kind for all of them. Which it is depends on the command a word is given to, on
what is defined in the script, and on whether it stands where Bash does sums.
"""

import re
from collections.abc import Iterator

from kriterion.toolbox.representer.language import Source
from kriterion.toolbox.representer.literals import LETTERS, number, quoted, unescaped
from kriterion.toolbox.representer.tree import Node, leaf

_NAME = re.compile(r"[^\W\d]\w*")
_TOKEN = re.compile(r"[^\W\d]\w*|\d[\w#@]*|\s+|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||.", re.DOTALL)
_SPECIAL = re.compile(r"(?<!\\)(?:[*?\[\]{}~]|[+@!]\()")
_LETTERS = {**LETTERS, "e": "\x1b", "E": "\x1b"}

# Commands that give a value to variables they are told by name: their options with a value.
_READING = {"read": "dinNptu", "mapfile": "dnOsuCc", "readarray": "dnOsuCc", "getopts": ""}
# Commands that are told functions by name.
_ABOUT_FUNCTIONS = frozenset({"trap", "type", "command", "time", "eval", "exec", "builtin"})
_SIGNS = frozenset({"$", "${", "$(", "$((", "$[", "`", "))"})
_SPECIALS = frozenset("#?$!-*@")
_SUMS = frozenset({"arithmetic_expansion", "arithmetic"})


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
    return leaf("literal", quoted(unescaped((node.text or "")[2:-1], _LETTERS)))


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


def _open(node: Node) -> Node:
    """What is put in, without its signs, and with the blanks before them apart."""
    first = node.children[0]
    blanks = (first.text or "")[: -len(first.kind)] if first.text is not None else ""
    node.children = [child for child in node.children if child.kind not in _SIGNS]
    if blanks:
        node.children.insert(0, leaf("blanks", blanks))
    return node


def simple_expansion(node: Node, _: Source) -> Node:
    return _open(node)


def substitution(node: Node, _: Source) -> Node:
    return _open(node)


def heredoc_body(node: Node, _: Source) -> Node:
    """A text as a string is one, but that it is in nothing; in it, a sum is read as commands are."""
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
        piece = leaf("operator", _bare(one) if one.kind == "literal" else one.text or "")
        _make_sum(piece, piece.text or "")
        result.children.append(piece)
    return result


def expansion(node: Node, _: Source) -> Node:
    """${x} is $x; behind a colon alone Bash does sums."""
    _open(node)
    parts = [child for child in node.children if child.kind != "blanks"]
    if len(parts) == 1 and (parts[0].kind.endswith("variable_name") or parts[0].text in _SPECIALS):
        node.kind = "simple_expansion"
        return node
    behind = False
    for child in node.children:
        if child.field == "operator" and child.text == ":":
            behind = True
        elif behind:
            _do_sums(child)
    return node


def subscript(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.field == "index":
            _do_sums(child)
    return node


def sums(node: Node, _: Source) -> Node:
    _do_sums(_open(node))
    return node


def compound(node: Node, _: Source) -> Node:
    if node.children and node.children[0].text == "((":
        _do_sums(node)
    return node


def loop(node: Node, _: Source) -> Node:
    """for ((…)); do is for ((…)) do, the semicolons within are not."""
    closing = [child.text for child in node.children].index("))")
    behind = [child for child in node.children[closing:] if child.text != ";"]
    node.children[closing:] = behind
    for child in node.children:
        if child.field in ("initializer", "condition", "update"):
            _do_sums(child)
    return node


def _do_sums(top: Node) -> None:
    """Words are variables here, and numbers are worth what they are worth."""
    pending = [top]
    while pending:
        node = pending.pop()
        if node.text is None:
            if node is top or node.kind not in ("string", "command_substitution", *_SUMS):
                pending.extend(node.children)
        elif node.kind in ("literal", "word", "variable_name"):
            _make_sum(node, _bare(node))


def _make_sum(node: Node, text: str) -> None:
    if _NAME.fullmatch(text):
        node.kind, node.text = "sum_name", text
    elif text[:1].isdigit():
        node.kind, node.text = "number", _number(text)
    elif text not in ("@", "*"):
        parts = [one for one in _TOKEN.findall(text) if not one.isspace()]
        node.kind, node.text = "arithmetic", None
        for part in parts:
            piece = leaf("operator", part)
            if part[:1].isalnum() or part[:1] == "_":
                _make_sum(piece, part)
            node.children.append(piece)


def _number(text: str) -> str:
    base, mark, digits = text.partition("#")
    if mark and base.isdecimal() and 2 <= int(base[:3]) <= 36 and len(digits) < 100:
        try:
            return str(int(digits, int(base)))
        except ValueError:
            return text
    return number(text, octal=True)


def _bare(node: Node) -> str:
    """The text in a literal that was quoted; names have no escapes in them."""
    text = node.text or ""
    return text[1:-1] if node.kind == "literal" else text


def command_name(node: Node, _: Source) -> Node:
    """A command that is written as it is called."""
    if len(node.children) == 1 and node.children[0].kind == "literal":
        return leaf("command_word", _bare(node.children[0]))
    return node


def function(node: Node, _: Source) -> Node:
    for child in node.children:
        if child.field == "name" and child.kind == "literal":
            child.kind, child.text = "function_word", _bare(child)
    return node


def assignment(node: Node, _: Source) -> Node:
    """x="$y" is x=$y: nothing is split here."""
    name, value = node.child("name"), node.child("value")
    if name is not None and name.kind == "variable_name":
        name.kind = "given_name"
    if value is not None and value.kind == "string" and len(value.children) == 1:
        (only,) = value.children
        only.field = "value"
        node.children[-1] = only
    return node


def declaration(node: Node, _: Source) -> Node:
    """With -f, it is about functions; what is exported keeps its name."""
    words = [_bare(child) for child in node.children if child.kind == "literal"]
    first = node.children[0].text
    for child in node.children:
        if child.kind == "variable_name" and "-f" in words:
            child.kind = "function_word"
        elif child.kind == "variable_name" and first != "unset":
            child.kind = "exported_name" if first == "export" else "given_name"
        elif first == "export" and child.kind == "variable_assignment":
            name = child.child("name")
            if name is not None and name.kind == "given_name":
                name.kind = "exported_name"
    return node


def command(node: Node, _: Source) -> Node:
    """What is given to a command that reads into variables is their names."""
    name = node.child("name")
    arguments = [child for child in node.children if child.field == "argument"]
    called = name.text if name is not None else None
    if called in _READING:
        for target in _targets(called or "", arguments):
            target.kind, target.text = "given_name", _bare(target)
    elif called == "printf" and len(arguments) > 1 and _bare(arguments[0]) == "-v":
        if _NAME.fullmatch(_bare(arguments[1])):
            arguments[1].kind, arguments[1].text = "given_name", _bare(arguments[1])
    elif called == "let":
        for argument in arguments:
            _do_sums(argument)
    return node


def _targets(called: str, arguments: list[Node]) -> Iterator[Node]:
    skipped = False
    for number_of, argument in enumerate(arguments):
        text = _bare(argument)
        if skipped:
            skipped = False
        elif text.startswith("-") and len(text) > 1:
            skipped = text[-1] in _READING[called]
        elif argument.kind == "literal" and _NAME.fullmatch(text):
            if called != "getopts" or number_of == 1:
                yield argument


def test(node: Node, _: Source) -> Node:
    """[[ -v name ]] asks for a variable."""
    if len(node.children) == 2 and node.children[0].text == "-v":
        operand = node.children[1]
        if operand.kind == "literal" and _NAME.fullmatch(_bare(operand)):
            operand.kind, operand.text = "variable_name", _bare(operand)
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


def _continues(node: Node) -> bool:
    return node.kind == "text" and not (node.text or "").replace("\\\n", "").strip()


def script(node: Node, _: Source) -> Node:
    """The names of functions, where they are given to functions or to commands about them.

    Where a line is continued is layout."""
    for one in node.walk():
        if one.kind not in ("string", "heredoc_body", "expansion"):
            one.children = [child for child in one.children if not _continues(child)]
    own = {
        one.text for one in node.walk() if one.kind == "function_word" and one.field == "name"
    }
    if not own:
        return node
    for one in node.walk():
        if one.kind != "command":
            continue
        name = one.child("name")
        if name is None or (name.text not in own and name.text not in _ABOUT_FUNCTIONS):
            continue
        for child in one.children:
            if child.kind == "literal" and child.field == "argument" and _bare(child) in own:
                child.kind, child.text = "function_word", _bare(child)
    return node
