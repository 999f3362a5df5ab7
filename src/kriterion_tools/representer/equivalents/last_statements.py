"""Statements without effect at the end of a function or a loop: `return;` and `continue;`."""

from collections.abc import Collection

from kriterion_tools.representer.language import Rewrite
from kriterion_tools.representer.solution_tree import Node
from kriterion_tools.representer.solution_words import SolutionWords

_JUMPS = frozenset({"return", "continue", ";"})


def chain(*rewrites: Rewrite) -> Rewrite:
    """Return a rewrite that applies others, one after the other."""

    def rewrite(node: Node, source: SolutionWords) -> Node | None:
        for each in rewrites:
            replaced = each(node, source)
            if replaced is None:
                return None
            node = replaced
        return node

    return rewrite


def drop_last_return(node: Node, _: SolutionWords) -> Node:
    """Drop a return without a value at the end of a function."""
    _drop_last_jump(node, "return_statement")
    return node


def drop_last_continue(node: Node, _: SolutionWords) -> Node:
    """Drop a continue without a label at the end of a loop."""
    _drop_last_jump(node, "continue_statement")
    return node


def _drop_last_jump(node: Node, kind: str) -> None:
    body = node.child("body")
    if body is not None and len(body.children) == 1 and body.children[0].kind == "statement_list":
        (body,) = body.children
    last = body.children[-1] if body is not None and body.children else None
    if last is None or body is None or last.kind != kind:
        return
    if all(child.text in _JUMPS for child in last.children):
        body.children.pop()


def simplify_lambda(blocks: Collection[str]) -> Rewrite:
    """Normalise a function of one `return x;` to a function of x."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        body = node.child("body")
        if body is None or body.kind not in blocks or len(body.children) != 1:
            return node
        (statement,) = body.children
        if statement.kind != "return_statement":
            return node
        values = [child for child in statement.children if child.text not in ("return", ";")]
        if len(values) == 1:
            values[0].field = "body"
            node.children[node.children.index(body)] = values[0]
        return node

    return rewrite


def drop_repeated(kinds: Collection[str]) -> Rewrite:
    """Drop children of these kinds that equal an earlier one, such as imports."""

    def rewrite(node: Node, _: SolutionWords) -> Node:
        seen: set[str] = set()
        children = []
        for child in node.children:
            if child.kind in kinds:
                key = "\0".join(f"{part.kind}\0{part.text}" for part in child.walk())
                if key in seen:
                    continue
                seen.add(key)
            children.append(child)
        node.children = children
        return node

    return rewrite
