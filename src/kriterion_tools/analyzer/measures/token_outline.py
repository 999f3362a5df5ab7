"""The outline of a file: its tokens and nodes as flat lists, read in one walk for all measures."""

import functools
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import tree_sitter

from kriterion_tools.analyzer.measures.language_kinds import Kinds, load_kinds
from kriterion_tools.analyzer.source import Match, Source
from kriterion_tools.grammars import list_kinds

T = TypeVar("T")

SECONDS = 2.0  # for the walk of one file
CLOCK_INTERVAL = 2_000  # nodes between two looks at the clock
NONE = -1  # the parent of the root

# What a token is: its form is one of these, or its kind if it stands for itself.
NAME, LITERAL = -1, -2

_OPENING = frozenset({"(", "{", "do"})


class TooSlow(Exception):
    """The walk of a file takes too long; the message says so."""


@dataclass(kw_only=True, eq=False)
class Outline:
    """A file's nodes and tokens in the order in which they begin.

    A node is anything with children, except strings without interpolation; comments, and the
    definitions of types, are left out. `firsts` and `ends` are the tokens of a node.
    """

    source: Source
    kinds: Kinds

    # of nodes
    node_kinds: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    fields: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    # of tokens
    forms: list[int] = field(default_factory=list)
    token_kinds: list[int] = field(default_factory=list)
    token_parents: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)  # bytes
    stops: list[int] = field(default_factory=list)
    functions: dict[int, tree_sitter.Node] = field(default_factory=dict)
    _shared: dict[object, Any] = field(default_factory=dict)

    def share(self, compute: Callable[["Outline"], T]) -> T:
        """Return what a function computes from this outline, once for all measures."""
        if compute not in self._shared:
            self._shared[compute] = compute(self)
        return cast("T", self._shared[compute])

    @functools.cached_property
    def arguments(self) -> dict[int, int]:
        """The first node with arguments of each call, in parentheses or as a block."""
        calls = self.kinds.grammar.calls
        kinds = list_kinds(self.source.language)
        found: dict[int, int] = {}
        for node, parent in enumerate(self.parents):
            if parent != NONE and self.node_kinds[parent] in calls:
                first = self.firsts[node]
                if first > self.firsts[parent] and kinds[self.token_kinds[first]] in _OPENING:
                    found.setdefault(parent, node)
        return found

    @functools.cached_property
    def bodies(self) -> dict[int, int]:
        """The body of each function: the node in that field, or the last in the function."""
        found: dict[int, int] = {}
        names = self.kinds.field_names
        for node, parent in enumerate(self.parents):
            if parent in self.functions:
                known = found.get(parent)
                if known is None or names[self.fields[known]] != "body":
                    found[parent] = node
        return found

    @functools.cached_property
    def joins(self) -> dict[int, int]:
        """The first `and`, `or` or `??` of each node that joins conditions."""
        found: dict[int, int] = {}
        for token, kind in enumerate(self.token_kinds):
            if kind in self.kinds.logical or kind in self.kinds.defaulting:
                node = self.token_parents[token]
                if self.ends[node] - self.firsts[node] == 1:  # OCaml's operators are nodes
                    node = self.parents[node]
                found.setdefault(node, token)
        return found

    @functools.cached_property
    def line_starts(self) -> list[int]:
        content = self.source.content
        return [0, *(at + 1 for at, byte in enumerate(content) if byte == 10)]

    def find_row(self, token: int) -> int:
        """Return the line of a token, from 0."""
        return bisect_right(self.line_starts, self.starts[token]) - 1

    def text(self, token: int) -> str:
        """Return the text of a token."""
        return self.slice(token, token + 1)

    def slice(self, first: int, end: int) -> str:
        """Return the code from one token to before another."""
        if end <= first:
            return ""
        start, stop = self.starts[first], self.stops[end - 1]
        return self.source.content[start:stop].decode("utf-8", "replace")

    def match(self, first: int, end: int, captured: Mapping[str, str]) -> Match:
        """Return a match that points to tokens."""
        row = self.find_row(first)
        before = self.source.content[self.line_starts[row] : self.starts[first]]
        column = len(before.decode("utf-8", "replace"))
        place = self.source.locate(row, column, self.slice(first, end))
        return Match(place=place, captured=captured)

    def match_line(self, first: int, end: int, captured: Mapping[str, str]) -> Match:
        """Return a match that points to the first line of tokens."""
        following = self.find_row(first) + 1
        if following < len(self.line_starts):
            end = min(end, bisect_left(self.starts, self.line_starts[following]))
        return self.match(first, max(end, first + 1), captured)


def read_outline(source: Source, kinds: Kinds) -> Outline:
    """Walk a file without recursion. Raises TooSlow.

    In some grammars, a step to the next statement takes as long as there are statements before.
    """
    outline = Outline(source=source, kinds=kinds)
    node_kinds, parents, fields = outline.node_kinds, outline.parents, outline.fields
    firsts, ends = outline.firsts, outline.ends
    forms, token_kinds, token_parents = outline.forms, outline.token_kinds, outline.token_parents
    starts, stops, functions = outline.starts, outline.stops, outline.functions
    ignored = kinds.comments | kinds.declarations
    literals, names = kinds.literals, kinds.names
    of_functions, of_tests = kinds.grammar.functions, kinds.tests
    cursor = source.root.walk()
    descend, advance, ascend = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
    started, seen, current = time.monotonic(), 0, NONE
    while True:
        node = cursor.node
        assert node is not None
        kind = node.kind_id
        seen += 1
        if not seen % CLOCK_INTERVAL and time.monotonic() - started > SECONDS:
            raise TooSlow(f"{source.path} takes longer than {SECONDS:g} seconds to walk")
        if kind in ignored or (kind in of_tests and _is_test_module(node)):
            pass
        elif kind in literals and (not node.child_count or _is_plain(node, kinds)):
            start, stop = node.start_byte, node.end_byte
            if stop > start:
                forms.append(LITERAL)
                token_kinds.append(kind)
                token_parents.append(current)
                starts.append(start)
                stops.append(stop)
        else:
            at = cursor.field_id or 0
            if descend():
                if kind in of_functions:
                    functions[len(node_kinds)] = node
                parents.append(current)
                current = len(node_kinds)
                node_kinds.append(kind)
                fields.append(at)
                firsts.append(len(forms))
                ends.append(0)
                continue
            start, stop = node.start_byte, node.end_byte
            if stop > start:
                forms.append(NAME if kind in names else kind)
                token_kinds.append(kind)
                token_parents.append(current)
                starts.append(start)
                stops.append(stop)
        while not advance():
            if current == NONE:
                return outline
            ends[current] = len(forms)
            current = parents[current]
            ascend()


def _is_plain(literal: tree_sitter.Node, kinds: Kinds) -> bool:
    """Whether a literal consists of text only, without interpolation."""
    return all(
        not child.is_named or child.kind_id in kinds.literal_parts for child in literal.children
    )


def _is_test_module(node: tree_sitter.Node) -> bool:
    """Whether this is Rust's module of tests, which stands in the file that it tests."""
    name = node.child_by_field_name("name")
    return name is not None and name.text in (b"test", b"tests")


def read_outlines(sources: Sequence[Source]) -> list[Outline]:
    """Return the outlines of files in one language; none if no measure knows the language."""
    outlines = []
    for source in sources:
        kinds = load_kinds(source.language)
        if kinds is not None:
            outlines.append(read_outline(source, kinds))
    return outlines
