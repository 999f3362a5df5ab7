"""A solution's tree, lighter than the parser's: what is left when nothing is said twice."""

from collections.abc import Iterator
from typing import Self


class Node:
    """A node, or a leaf when it has a text.

    `field` is the name of its place in its parent, "" for none. `name` is filled in for leaves that
    are names the student gave: the name without its sigil. The rest is of use while it is read.
    """

    __slots__ = ("after_item", "children", "end", "field", "kind", "name", "position", "text")

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
        self.after_item = False  # whether a separator may be left out here
        self.position = self.end = 0  # up to where it is read, and where it ends: bytes

    def child(self, field: str) -> Self | None:
        """The first child in that place."""
        for child in self.children:
            if child.field == field:
                return child
        return None

    def leaves(self) -> Iterator[Self]:
        """Every leaf below, in order, itself if it is one."""
        pending = [self]
        while pending:
            node = pending.pop()
            if node.text is not None:
                yield node
            if node.children:
                pending += node.children[::-1]

    def walk(self) -> Iterator[Self]:
        """Every node below, itself first, each before its children."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            if node.children:
                pending += node.children[::-1]


def leaf(kind: str, text: str, field: str = "") -> Node:
    """A leaf."""
    return Node(kind, field, text)
