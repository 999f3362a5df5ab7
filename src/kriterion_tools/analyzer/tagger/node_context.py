"""A node with its ancestors, and access to texts and children within bounds."""

from collections.abc import Sequence
from dataclasses import dataclass

import tree_sitter

MAXIMUM_TEXT_BYTES = 200  # bytes; longer texts are ignored
MAXIMUM_CHILDREN = 200  # children of a node that are inspected
CHILD = "> "  # prefix of a kind where a field is expected


@dataclass(frozen=True, slots=True)
class NodeContext:
    """A node and its ancestors, outermost first.

    tree-sitter's own `Node.parent` walks down from the root each time.
    """

    node: tree_sitter.Node
    ancestors: Sequence[tree_sitter.Node]

    @property
    def parent(self) -> tree_sitter.Node | None:
        return self.ancestors[-1] if self.ancestors else None


def get_text(node: tree_sitter.Node | None) -> str:
    """Return the text of a node; empty for None and for long texts."""
    if node is None or node.end_byte - node.start_byte > MAXIMUM_TEXT_BYTES or node.text is None:
        return ""
    return node.text.decode(errors="replace")


def find_child(node: tree_sitter.Node, *fields: str) -> tree_sitter.Node | None:
    """Descend the fields. "" is the first child, `> kind` the first child of that kind."""
    descendant: tree_sitter.Node | None = node
    for field in fields:
        if descendant is None:
            return None
        if not field:
            descendant = get_child(descendant, 0)
        elif field.startswith(CHILD):
            descendant = next(iter(list_children(descendant, field)), None)
        else:
            descendant = descendant.child_by_field_name(field)
    return descendant


def list_children(node: tree_sitter.Node, field: str) -> list[tree_sitter.Node]:
    """Return all children in a field, or of a kind (`> kind`)."""
    if field.startswith(CHILD):
        kind = field.removeprefix(CHILD)
        return [child for child in node.children[:MAXIMUM_CHILDREN] if child.type == kind]
    return node.children_by_field_name(field)[:MAXIMUM_CHILDREN]


def get_child(node: tree_sitter.Node, number: int) -> tree_sitter.Node | None:
    """Return a child by its number, or None."""
    return node.child(number) if number < node.child_count else None
