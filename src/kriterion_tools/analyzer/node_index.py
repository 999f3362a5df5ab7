"""The nodes of a file as numbers in the order of the text, to look many of them up quickly."""

from collections.abc import Iterator
from functools import cached_property

import tree_sitter


class NodeIndex:
    """All nodes of a tree: `kinds[n]` is the kind of node n, `ends[n]` the number after the last
    node below it, `parents[n]` its parent, or -1.
    """

    def __init__(self, root: tree_sitter.Node, content: bytes, kind_names: tuple[str, ...]) -> None:
        self.kinds: list[str] = []
        self.fields: list[str] = []
        self.parents: list[int] = []
        self.ends: list[int] = []
        self.by_kind: dict[str, list[int]] = {}
        self._content = content
        self._bytes: list[tuple[int, int]] = []
        self._texts: dict[int, str] = {}
        self._add_all(root, kind_names)

    def _add_all(self, root: tree_sitter.Node, kind_names: tuple[str, ...]) -> None:
        cursor, parent, number = root.walk(), -1, 0
        kinds, fields, parents, ends = self.kinds, self.fields, self.parents, self.ends
        by_kind, places = self.by_kind, self._bytes
        while True:
            node = cursor.node
            assert node is not None
            kind = kind_names[node.kind_id]
            kinds.append(kind)
            fields.append(cursor.field_name or "")
            parents.append(parent)
            ends.append(number + 1)
            places.append(node.byte_range)
            by_kind.setdefault(kind, []).append(number)
            number += 1
            if cursor.goto_first_child():
                parent = number - 1
                continue
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return
                ends[parent] = number
                parent = parents[parent]

    @cached_property
    def gaps(self) -> frozenset[str]:
        """The different texts between two tokens."""
        gaps: set[bytes] = set()
        last = 0
        for number, (start, end) in enumerate(self._bytes):
            if self.ends[number] == number + 1:
                gaps.add(self._content[last:start])
                last = end
        return frozenset(gap.decode() for gap in gaps)

    def list_children(self, node: int) -> Iterator[int]:
        """Yield the children of a node in order."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def read_line(self, node: int) -> str:
        """Return the line that a node begins on."""
        start, _ = self._bytes[node]
        begin = self._content.rfind(b"\n", 0, start) + 1
        end = self._content.find(b"\n", start)
        return self._content[begin : len(self._content) if end < 0 else end].decode()

    def read_text(self, node: int) -> str:
        """Return the text of a node."""
        text = self._texts.get(node)
        if text is None:
            start, end = self._bytes[node]
            text = self._texts[node] = self._content[start:end].decode()
        return text
