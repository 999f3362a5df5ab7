"""Bash arithmetic: words are variables in it, and numbers count by value."""

import re

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.literals import number
from kriterion_tools.representer.solution_tree import Node, leaf

NAME = re.compile(r"[^\W\d]\w*")

_TOKEN = re.compile(
    r"[^\W\d]\w*|\d[\w#@]*|\s+|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||.", re.DOTALL
)

# Inside these, there is no arithmetic, or it has been handled.
_DONE = frozenset(
    {"string", "command_substitution", "arithmetic_expansion", "arithmetic", "subscript"}
    | {"expansion", "simple_expansion"}
)


def compound(node: Node, _: SolutionWords) -> Node:
    if node.children and node.children[0].text == "((":
        convert_arithmetic(node)
    return node


def subscript(node: Node, _: SolutionWords) -> Node:
    for child in node.children:
        if child.field == "index":
            convert_arithmetic(child)
    return node


def loop(node: Node, _: SolutionWords) -> Node:
    """Normalise for ((…)); do to for ((…)) do; the semicolons inside stay."""
    closing = [child.text for child in node.children].index("))")
    behind = [child for child in node.children[closing:] if child.text != ";"]
    node.children[closing:] = behind
    for child in node.children:
        if child.field in ("initializer", "condition", "update"):
            convert_arithmetic(child)
    return node


def convert_arithmetic(top: Node) -> None:
    """Turn words into variables and numbers into their values below a node."""
    pending = [top]
    while pending:
        node = pending.pop()
        if node.text is None:
            if node is top or node.kind not in _DONE:
                pending.extend(node.children)
        elif node.kind in ("literal", "word", "variable_name"):
            make_sum(node, bare(node))


def make_sum(node: Node, text: str) -> None:
    if NAME.fullmatch(text):
        node.kind, node.text = "sum_name", text
    elif text[:1].isdigit():
        node.kind, node.text = "number", _number(text)
    elif text not in ("@", "*"):
        parts = [one for one in _TOKEN.findall(text) if not one.isspace()]
        node.kind, node.text = "arithmetic", None
        for part in parts:
            piece = leaf("operator", part)
            if part[:1].isalnum() or part[:1] == "_":
                make_sum(piece, part)
            node.children.append(piece)


def _number(text: str) -> str:
    base, mark, digits = text.partition("#")
    if mark and base.isdecimal() and 2 <= int(base[:3]) <= 36 and len(digits) < 100:
        try:
            return str(int(digits, int(base)))
        except ValueError:
            return text
    return number(text, octal=True)


def bare(node: Node) -> str:
    """Return the text of a quoted literal; names contain no escapes."""
    text = node.text or ""
    return text[1:-1] if node.kind == "literal" else text
