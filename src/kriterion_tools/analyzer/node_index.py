"""The nodes of a file as numbers in the order of the text, to look many of them up quickly."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property

import tree_sitter

_START = 1_000  # bytes: more than the characters that are looked at


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
        """The different texts of blanks between the end of a node and the start of another."""
        gaps = {b""}
        starts = sorted({start for start, _ in self._bytes})
        for end in {end for _, end in self._bytes}:
            for place in range(bisect_left(starts, end), len(starts)):
                gap = self._content[end : starts[place]]
                if gap.strip():
                    break
                gaps.add(gap)
        return frozenset(gap.decode() for gap in gaps)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer(b"\n", self._content))]

    def list_children(self, node: int) -> Iterator[int]:
        """Yield the children of a node in order."""
        child, end = node + 1, self.ends[node]
        while child < end:
            yield child
            child = self.ends[child]

    def read_line(self, node: int) -> str:
        """Return the first characters of the line that a node begins on."""
        start, _ = self._bytes[node]
        line = bisect_right(self._line_starts, start)
        starts = self._line_starts
        end = starts[line] - 1 if line < len(starts) else len(self._content)
        return self._read_start(starts[line - 1], end)

    def read_start(self, node: int) -> str:
        """Return the first characters of a node."""
        return self._read_start(*self._bytes[node])

    def _read_start(self, start: int, end: int) -> str:
        return self._content[start : min(end, start + _START)].decode("utf-8", "ignore")

    def count_bytes(self, node: int) -> int:
        """Return the length of a node's text."""
        start, end = self._bytes[node]
        return end - start

    def read_text(self, node: int) -> str:
        """Return the text of a node."""
        text = self._texts.get(node)
        if text is None:
            start, end = self._bytes[node]
            text = self._content[start:end].decode()
            if end - start <= _START:  # longer ones, each in another, would need much memory
                self._texts[node] = text
        return text
