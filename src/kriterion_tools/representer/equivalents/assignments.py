"""Assignments with several spellings: `x = x + 1`, `x += 1`, `x++` and `++x`."""

from collections.abc import Collection

from kriterion_tools.representer.language import Rewrite
from kriterion_tools.representer.solution_tree import Node, leaf
from kriterion_tools.representer.solution_words import SolutionWords

_STEPS = {"+=": "++", "-=": "--"}
_STEP_PLACES = ("", "update", "increment")
_OPERATORS = frozenset({"+", "-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^", "."})
_BINARY = frozenset({"binary_expression", "binary_operator", "binary"})

# A target of these kinds has the same value if it is evaluated twice. Of the members, which may run
# code, a target contains one at most.
_ELEMENTS = frozenset(
    {"subscript_expression", "subscript_argument_list", "array_access", "index_expression"}
    | {"element_access_expression", "bracketed_argument_list", "argument", "subscript"}
    | {"element_reference", "expression_list", "pointer_expression", "unary_expression"}
    | {"relative_scope"}
    | _BINARY
)
_MEMBERS = frozenset(
    {"field_expression", "field_access", "member_expression", "member_access_expression"}
    | {"selector_expression", "navigation_expression", "attribute"}
    | {"scoped_property_access_expression"}
)
_CALLS = ("call", "invocation", "await", "yield", "assignment", "update", "macro", "inc_", "unary")
_LONGEST_TARGET = 40  # nodes


def shorten_assignment(
    kind: str,
    *,
    unsafe_words: Collection[str] = (),
    calls: bool = True,
    numbers: Collection[str] = (),
    repeating: Collection[str] = (),
) -> Rewrite:
    """Normalise `x = x + y` to `x += y`, a node of this kind.

    With one of the words in the solution, the operators may differ. Without `calls`, y must not
    contain one, as it may be called earlier. With `numbers`, y must be a literal of these kinds.
    With `*` and a y of the kinds `repeating`, x may be a list that `x *= y` changes in place.
    """

    def rewrite(node: Node, source: SolutionWords) -> Node:
        if len(node.children) != 3:
            return node
        left, equals, right = node.children
        if equals.text != "=" or right.text is not None:
            return node
        if right.kind == "expression_list" and len(right.children) == 1:
            (right,) = right.children
            targets = left.children if left.kind == "expression_list" else [left]
            if len(targets) != 1:
                return node
            (target,) = targets
        else:
            target = left
        if right.kind not in _BINARY or len(right.children) != 3:
            return node
        first, operator, value = right.children
        if (
            operator.text not in _OPERATORS
            or not is_same(target, first)
            or not _is_repeatable(target)
            or (numbers and value.kind not in numbers)
            or (operator.text == "*" and value.kind in repeating)
            or not (calls or _is_free_of_calls(value))
            or not source.words.isdisjoint(unsafe_words)
            or (source.macros and any(part.text in source.macros for part in node.leaves()))
        ):
            return node
        node.kind = kind
        text = f"{operator.text}="
        value.field = "right"
        if target is not left:
            value.field = ""
            value = Node("expression_list", "right", children=[value])
        node.children = [left, leaf(text, text, "operator"), value]
        return node

    return rewrite


def unify_steps(node: Node, _: SolutionWords) -> Node:
    """Normalise the statement ++i, and the step of a loop, to i++."""
    for child in node.children:
        if child.kind == "update_expression" and child.field in _STEP_PLACES:
            operator, *rest = child.children
            if operator.text in _STEPS.values():
                child.children = [*rest, operator]
    return node


def unify_all_steps(
    compounds: Collection[str],
    kind: str = "update_expression",
    *,
    fields: tuple[str, str] = ("", ""),
    prefix: str = "",
    unsafe_words: Collection[str] = (),
) -> Rewrite:
    """Normalise the statements ++i and i += 1, and such steps of a loop, to i++.

    `kind` is the kind of i++, and `fields` are its places; `prefix` is the kind of ++i if it has
    another.
    """

    def rewrite(node: Node, source: SolutionWords) -> Node:
        if source.macros:
            return node
        for child in node.children:
            if child.text is not None or child.field not in _STEP_PLACES:
                continue
            if child.kind in (kind, prefix):
                operator, *rest = child.children
                if operator.text in _STEPS.values() and source.words.isdisjoint(unsafe_words):
                    child.kind = kind
                    child.children = [*rest, operator]
            elif (
                child.kind in compounds and is_step(child) and source.words.isdisjoint(unsafe_words)
            ):
                make_step(child, kind, fields)
        return node

    return rewrite


def is_step(node: Node) -> bool:
    """Whether this is `x += 1` or `x -= 1`."""
    if len(node.children) != 3:
        return False
    _, operator, value = node.children
    if value.kind == "expression_list" and len(value.children) == 1:
        (value,) = value.children
    return operator.text in _STEPS and value.text == "1"


def make_step(node: Node, kind: str, fields: tuple[str, str] = ("", "")) -> None:
    """Turn `x += 1` into `x++`."""
    target, operator, _ = node.children
    if target.kind == "expression_list" and len(target.children) == 1:
        (target,) = target.children
    text = _STEPS[operator.text or ""]
    target.field = fields[0]
    node.kind = kind
    node.children = [target, leaf(text, text, fields[1])]


def is_same(one: Node, other: Node) -> bool:
    """Whether two nodes have the same kinds and texts."""
    pending = [(one, other)]
    while pending:
        left, right = pending.pop()
        if left.kind != right.kind or left.text != right.text:
            return False
        if len(left.children) != len(right.children):
            return False
        pending += zip(left.children, right.children, strict=True)
    return True


def _is_repeatable(target: Node) -> bool:
    """Whether evaluating a target twice has the same effect as once."""
    members = 0
    for count, node in enumerate(target.walk(), 1):
        if count > _LONGEST_TARGET:
            return False
        if node.text is not None:
            if node.text in _STEPS.values():
                return False
            continue
        members += node.kind in _MEMBERS
        if members > 1 or node.kind not in _ELEMENTS | _MEMBERS:
            return False
    return True


def _is_free_of_calls(node: Node) -> bool:
    return not any(
        part.text is None and any(word in part.kind for word in _CALLS) for part in node.walk()
    )
