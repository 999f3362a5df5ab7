"""A node on the walk through a tree, with what is around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import tree_sitter

LONGEST = 200  # bytes of a text that is looked at
MOST = 200  # children of a node that are looked at
CHILD = "> "  # before a kind, where a field is asked for


@dataclass(frozen=True, slots=True)
class Place:
    """A node and the nodes around it, the outermost first. (A node itself finds its parent by
    walking down from the root.)"""

    node: tree_sitter.Node
    around: Sequence[tree_sitter.Node]

    @property
    def parent(self) -> tree_sitter.Node | None:
        return self.around[-1] if self.around else None


def text_of(node: tree_sitter.Node | None) -> str:
    """What a node says; nothing when there is no node, or when it is long."""
    if node is None or node.end_byte - node.start_byte > LONGEST or node.text is None:
        return ""
    return node.text.decode(errors="replace")


def child_of(node: tree_sitter.Node, *fields: str) -> tree_sitter.Node | None:
    """The node down these fields; "" is the first child, and `> kind` the first of that kind."""
    found: tree_sitter.Node | None = node
    for field in fields:
        if found is None:
            return None
        if not field:
            found = nth_child(found, 0)
        elif field.startswith(CHILD):
            found = next(iter(children_of(found, field)), None)
        else:
            found = found.child_by_field_name(field)
    return found


def children_of(node: tree_sitter.Node, field: str) -> list[tree_sitter.Node]:
    """All children in a field, or of a kind."""
    if field.startswith(CHILD):
        kind = field.removeprefix(CHILD)
        return [one for one in node.children[:MOST] if one.type == kind]
    return node.children_by_field_name(field)[:MOST]


def nth_child(node: tree_sitter.Node, number: int) -> tree_sitter.Node | None:
    """A child by its number; None when there are not so many."""
    return node.child(number) if number < node.child_count else None
