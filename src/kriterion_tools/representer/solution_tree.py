"""A solution's tree, lighter than the parser's: without redundant nodes."""

from collections.abc import Iterator
from typing import Self

SPACE = "\0"  # between a name and what distinguishes its binding from others


class Node:
    """A node, or a leaf if it has a text.

    `field` is its place in its parent, "" for none. `name` is set on leaves that are names chosen
    by the student: the name without its sigil, and for some SPACE and a scope. `hint` is a type
    that is not part of the tree, but tells the type of a variable.
    """

    __slots__ = ("children", "field", "hint", "kind", "name", "text")

    def __init__(
        self,
        kind: str,
        field: str = "",
        text: str | None = None,
        children: list[Self] | None = None,
    ) -> None:
        self.kind = kind
        self.field = field
        self.text = text
        self.children: list[Self] = [] if children is None else children
        self.name: str | None = None
        self.hint: Self | None = None

    def child(self, field: str) -> Self | None:
        """Return the first child in that place, or None."""
        for child in self.children:
            if child.field == field:
                return child
        return None

    def copy(self) -> "Node":
        """Return a copy of this node and all below."""
        copied = Node(self.kind, self.field, self.text)
        pending = [(self, copied)]
        while pending:
            node, other = pending.pop()
            for child in node.children:
                twin = Node(child.kind, child.field, child.text)
                other.children.append(twin)
                pending.append((child, twin))
        return copied

    def leaves(self) -> Iterator[Self]:
        """Yield every leaf below, in order; a leaf yields itself."""
        if self.text is not None:
            yield self
        pending = [iter(self.children)]
        while pending:
            for node in pending[-1]:
                if node.text is not None:
                    yield node
                if node.children:
                    pending.append(iter(node.children))
                    break
            else:
                pending.pop()

    def list_nodes(self) -> list[Self]:
        """Return this node and every node below, parents before children, level by level."""
        nodes = [self]
        for node in nodes:
            nodes += node.children
        return nodes

    def walk(self) -> Iterator[Self]:
        """Yield this node and every node below, parents first."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            if node.children:
                pending += node.children[::-1]


def leaf(kind: str, text: str, field: str = "") -> Node:
    return Node(kind, field, text)
