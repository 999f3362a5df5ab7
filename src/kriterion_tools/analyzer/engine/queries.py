"""Run tree-sitter queries: all rules of a language are one query, run once per file."""

import functools
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Literal

import tree_sitter

from kriterion_tools.analyzer.engine.patterns import MAXIMUM_MATCHES
from kriterion_tools.analyzer.engine.query_conditions import unquote
from kriterion_tools.analyzer.engine.regular import (
    MAXIMUM_TEXT,
    ExpressionRefused,
    compile_expression,
)
from kriterion_tools.analyzer.engine.rule import PLACE, Query
from kriterion_tools.analyzer.source import Match, Source
from kriterion_tools.grammars import find_grammar

MATCH_LIMIT = 1_000  # matches in progress: bounds the time per byte of a file

# We replace tree-sitter's predicates, which would run any expression on all of a node's text.
_TEST = re.compile(
    r'"(?s:\\.|[^"\\])*"|;[^\n]*|\)|#(?:(?P<how>(?:any-)?(?:not-)?)match|(?:not-)?(?:gap|line))\?'
)
_HAS_EXPRESSION = re.compile(r"(?:match|gap|line)\?")
_OWN_PREDICATE = "kriterion-{}match?"
_HOWS = {_OWN_PREDICATE.format(how): how for how in ("", "not-", "any-", "any-not-")}
_GAPS = {"gap?": True, "not-gap?": False}
_LINES = {"line?": True, "not-line?": False}
_KINDS = {"has-kind?": True, "lacks-kind?": False}
_ALIGNED = {"aligned?": True, "not-aligned?": False}
# How often a name may occur in a node: at least, at most.
_MENTIONS = {"mentions?": (1, None), "not-mentions?": (0, 0), "mentions-once?": (1, 1)}
_QUOTED = ("string_content", "string_fragment")  # text that is no name, by its kind of node


_Captures = dict[str, list[tree_sitter.Node]]
_Arguments = Sequence[tuple[str, Literal["capture", "string"]]]
_Span = tuple[int, int]  # bytes


class BadQuery(Exception):
    """A query is unusable; the message says why. `line` and `column` of its text count from 1."""

    def __init__(self, what: str, line: int = 1, column: int = 1) -> None:
        super().__init__(what)
        self.line = line
        self.column = column


class Queries:
    """Several queries of one language. Raises BadQuery if one of them is invalid."""

    def __init__(self, language: str, queries: Sequence[Query]) -> None:
        replaced = [_replace_predicates(query.text) for query in queries]
        # First the queries, then the `unless` queries, whose matches exclude others.
        self._excepting = [number for number, query in enumerate(queries) if query.unless]
        replaced += [_replace_predicates(queries[number].unless) for number in self._excepting]
        combined = "\n".join(text for text, _ in replaced)
        self._expressions = {
            name: expression
            for _, expressions in replaced
            for name, expression in expressions.items()
        }
        self._query = _compile_query(language, combined)
        starts = [0, *accumulate(len(text.encode()) + 1 for text, _ in replaced)]
        self._owners = [
            bisect_right(starts, self._query.start_byte_for_pattern(pattern)) - 1
            for pattern in range(self._query.pattern_count)
        ]
        self._count = len(queries)

    def find(self, source: Source) -> list[list[Match]]:
        """Return the matches of each query, in the order of the queries."""
        captures_by_pattern: list[list[_Captures]] = [[] for _ in range(self._count)]
        around: dict[int, list[_Span]] = defaultdict(list)
        cursor = tree_sitter.QueryCursor(self._query, match_limit=MATCH_LIMIT)
        # A progress callback would bound the time, but crashes py-tree-sitter 0.26.1.
        predicate = functools.partial(self._is_predicate_true, source)
        for number, captures in cursor.matches(source.root, predicate):
            owner = self._owners[number]
            if not captures:
                continue
            if owner >= self._count:
                around[self._excepting[owner - self._count]].append(_find_span(captures))
            elif len(captures_by_pattern[owner]) < MAXIMUM_MATCHES:
                captures_by_pattern[owner].append(captures)
        return [
            [_make_match(captures, source) for captures in _select_outside(matches, around[number])]
            for number, matches in enumerate(captures_by_pattern)
        ]

    def _is_predicate_true(
        self,
        source: Source,
        predicate: str,
        args: _Arguments,
        pattern_index: int,
        captures: _Captures,
    ) -> bool:
        """Evaluate one of our predicates for tree-sitter. One that lacks its nodes is true."""
        if predicate in _MENTIONS and len(args) == 2:
            return _is_mentioned(args, captures, *_MENTIONS[predicate])
        if predicate in _KINDS and args:
            kinds = {name for name, _ in args[1:]}
            nodes = captures.get(args[0][0], ())
            return not nodes or any(_has_kind(node, kinds) for node in nodes) is _KINDS[predicate]
        if predicate in _ALIGNED and len(args) == 2:
            nodes = [node for name, _ in args for node in captures.get(name, ())[:1]]
            columns = {node.start_point[1] for node in nodes}
            return len(nodes) < 2 or (len(columns) == 1) is _ALIGNED[predicate]
        kinds_of_arguments = [kind for _, kind in args]
        if predicate in _GAPS and kinds_of_arguments == ["capture", "capture", "string"]:
            before, after = captures.get(args[0][0]), captures.get(args[1][0])
            if not before or not after:
                return True
            gap = source.content[before[-1].end_byte : after[0].start_byte]
            return self._is_found(args[2][0], gap) is _GAPS[predicate]
        if kinds_of_arguments != ["capture", "string"]:
            return True
        if predicate in _LINES:
            return all(
                self._is_found(args[1][0], source.lines[node.start_point[0]]) is _LINES[predicate]
                for node in captures.get(args[0][0], ())
            )
        how = _HOWS.get(predicate)
        if how is None:
            return True
        wanted = "not" not in how
        results = (
            self._is_found(args[1][0], node.text or b"") is wanted
            for node in captures.get(args[0][0], ())
        )
        return any(results) if how.startswith("any") else all(results)

    def _is_found(self, expression: str, content: bytes) -> bool:
        """Whether an expression is found in the beginning of this content."""
        text = content[: 4 * MAXIMUM_TEXT].decode("utf-8", "replace")[:MAXIMUM_TEXT]
        return bool(self._expressions[expression].search(text))


def _is_mentioned(args: _Arguments, captures: _Captures, least: int, most: int | None) -> bool:
    """Whether the nodes of the first capture together mention names as often as wanted: all
    nodes of the second capture, or a text.
    """
    (around, _), (name, kind) = args
    names = {name.encode()}
    if kind == "capture":
        names = {node.text or b"" for node in captures.get(name, ())}
    if not names or around not in captures:
        return True
    count = sum(_count_mentions(node, wanted) for node in captures[around] for wanted in names)
    return count >= least and (most is None or count <= most)


def _has_kind(node: tree_sitter.Node, kinds: Collection[str]) -> bool:
    """Whether a node is, or has within it, one of these kinds."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in kinds:
            return True
        waiting += current.named_children
    return False


def _count_mentions(node: tree_sitter.Node, name: bytes) -> int:
    """Count the tokens in a node that are this name."""
    count, waiting = 0, [node]
    while waiting:
        current = waiting.pop()
        if not current.child_count:
            count += current.text == name and current.type not in _QUOTED
        elif name in (current.text or b""):
            waiting += current.children
    return count


def _replace_predicates(text: str) -> tuple[str, dict[str, re.Pattern[str]]]:
    """Return the query with its text predicates replaced by ours, and the expressions in it."""
    if not _HAS_EXPRESSION.search(text):
        return text, {}
    expressions: dict[str, re.Pattern[str]] = {}
    pieces: list[str] = []
    done, in_predicate = 0, False
    for token in _TEST.finditer(text):
        pieces += (text[done : token.start()], token[0])
        done = token.end()
        if token[0].startswith("#"):
            in_predicate = True
            if token["how"] is not None:
                pieces[-1] = "#" + _OWN_PREDICATE.format(token["how"])
        elif in_predicate and token[0] == ")":
            what = "a predicate has no regular expression in quotes"
            raise BadQuery(what, *_find_line_and_column(text, token.start()))
        elif in_predicate and token[0].startswith('"'):
            in_predicate = False
            expression = unquote(token[0])
            try:
                expressions[expression] = compile_expression(expression)
            except ExpressionRefused as fault:
                raise BadQuery(str(fault), *_find_line_and_column(text, token.start())) from fault
    return "".join((*pieces, text[done:])), expressions


def _compile_query(language: str, text: str) -> tree_sitter.Query:
    try:
        return tree_sitter.Query(find_grammar(language), text)
    except tree_sitter.QueryError as error:
        what, line, column = _locate_error(str(error), text)
        raise BadQuery(what, line, column) from error
    except (ValueError, TypeError) as error:
        raise BadQuery(str(error)) from error


def _locate_error(message: str, text: str) -> tuple[str, int, int]:
    position = re.search(r"row (\d+), column (\d+)", message)
    end = len(text) if "EOF" in message else 0
    line, column = (
        (int(position[1]) + 1, int(position[2]) + 1)
        if position
        else _find_line_and_column(text, end)
    )
    return " ".join(re.sub(r" at row.*?(?=:|$)", "", message).split()), line, column


def _find_line_and_column(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def _select_outside(matches: list[_Captures], spans: list[_Span]) -> list[_Captures]:
    """Return the matches that lie in none of the spans."""
    if not spans:
        return matches
    spans.sort()
    begins = [begin for begin, _ in spans]
    ends = list(accumulate((end for _, end in spans), max))  # the last end so far

    def is_outside(captures: _Captures) -> bool:
        begin, end = _find_span(captures)
        before = bisect_right(begins, begin)
        return not before or ends[before - 1] < end

    return [captures for captures in matches if is_outside(captures)]


def _find_span(captures: _Captures) -> _Span:
    nodes = _select_place(captures)
    return nodes[0].start_byte, nodes[-1].end_byte


def _select_place(captures: _Captures) -> list[tree_sitter.Node]:
    return captures.get(PLACE) or next(iter(captures.values()))


def _make_match(captures: _Captures, source: Source) -> Match:
    nodes = _select_place(captures)
    first, last = nodes[0], nodes[-1]
    row, column = first.start_point
    text = _extract_text(source, first, last)
    before = source.lines[row][:column].decode("utf-8", "replace")
    captured = {
        f"@{name}": _extract_text(source, several[0], several[-1])
        for name, several in captures.items()
        if name != PLACE
    }
    return Match(place=source.locate(row, len(before), text), captured=captured)


def _extract_text(source: Source, first: tree_sitter.Node, last: tree_sitter.Node) -> str:
    return source.content[first.start_byte : last.end_byte].decode("utf-8", "replace")


@functools.lru_cache(maxsize=64)
def compile_queries(language: str, queries: tuple[Query, ...]) -> Queries:
    """Compile queries, cached for the next solution. Raises BadQuery."""
    return Queries(language, queries)
