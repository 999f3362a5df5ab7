"""Bash arithmetic: words in it are variables, and numbers are compared by value."""

import re

from kriterion_tools.representer.equivalents.bash import shorten_sum, unify_step
from kriterion_tools.representer.literals import spell_number
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

NAME = re.compile(r"[^\W\d]\w*")

_TOKEN = re.compile(
    r"[^\W\d]\w*|\d[\w#@]*|\s+|\+\+|--|<<=?|>>=?|[-+*/%&|^<>=!]=|&&|\|\||.", re.DOTALL
)

_COMPARISONS = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})

# These contain no arithmetic, or theirs has already been converted.
_DONE = frozenset(
    {"string", "command_substitution", "arithmetic_expansion", "arithmetic", "subscript"}
    | {"expansion", "simple_expansion"}
)


def rewrite_double_parentheses(node: Node, _: SolutionWords) -> Node:
    if node.children and node.children[0].text == "((":
        convert_arithmetic(node)
        shorten_sum(node)
    return node


def rewrite_loop(node: Node, _: SolutionWords) -> Node:
    """Normalise `for ((…)); do` to `for ((…)) do`; the semicolons inside stay."""
    closing = [child.text for child in node.children].index("))")
    node.children[closing:] = [child for child in node.children[closing:] if child.text != ";"]
    for child in node.children:
        if child.field in ("initializer", "condition", "update"):
            convert_arithmetic(child)
    shorten_sum(node)
    unify_step(node)
    return node


def convert_comparisons(node: Node, _: SolutionWords) -> Node:
    """Turn words into variables in [[ a -eq b ]]."""
    if node.children and node.children[0].text == "[[":
        for inner in node.walk():
            operator = inner.child("operator") if inner.kind == "binary_expression" else None
            if operator is not None and operator.text in _COMPARISONS:
                convert_arithmetic(inner)
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
            parse_arithmetic(node, unquote(node))


def parse_arithmetic(node: Node, text: str) -> None:
    """Turn a leaf into the variable, number or expression in the text."""
    if NAME.fullmatch(text):
        node.kind, node.text = "sum_name", text
    elif text[:1].isdigit():
        node.kind, node.text = "number", _spell_bash_number(text)
    elif text not in ("@", "*"):
        tokens = [token for token in _TOKEN.findall(text) if not token.isspace()]
        node.kind, node.text = "arithmetic", None
        for token in tokens:
            child = leaf("operator", token)
            if token[:1].isalnum() or token[:1] == "_":
                parse_arithmetic(child, token)
            node.children.append(child)


def _spell_bash_number(text: str) -> str:
    base, mark, digits = text.partition("#")
    if mark and base.isdecimal() and 2 <= int(base[:3]) <= 36 and len(digits) < 100:
        try:
            return str(int(digits, int(base)))
        except ValueError:
            return text
    return spell_number(text, octal=True)


def unquote(node: Node) -> str:
    """Return the text of a quoted literal; names contain no escapes."""
    text = node.text or ""
    return text[1:-1] if node.kind == "literal" else text
