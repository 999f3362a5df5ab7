"""Steps: ++i and i++ are the same where nothing uses their value."""

from kriterion_tools.representer.language import SolutionWords
from kriterion_tools.representer.solution_tree import Node

_STEPS = ("++", "--")


def unify_steps(node: Node, _: SolutionWords) -> Node:
    """Normalise the statement ++i, and the step of a loop, to i++."""
    for child in node.children:
        if child.kind == "update_expression" and child.field in ("", "update", "increment"):
            operator, *rest = child.children
            if operator.text in _STEPS:
                child.children = [*rest, operator]
    return node
