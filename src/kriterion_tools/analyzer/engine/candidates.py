"""Decide without ast-grep whether any node of a file can match an ast-grep rule.

`needs` looks at the whole file: the words and kinds that a match requires. This looks at single
nodes, with what the rule says about their parents, children and texts (`rule_conditions`). The
answer for a node is NO, MAYBE or YES, and MAYBE for what is unknown, so that no match is lost.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain

from kriterion_tools.analyzer.engine.regular import (
    MAXIMUM_TEXT,
    ExpressionRefused,
    compile_expression,
    estimate_steps,
)
from kriterion_tools.analyzer.engine.rule_conditions import (
    Condition,
    find_pattern_kind,
    list_root_kinds,
)
from kriterion_tools.analyzer.node_index import NodeIndex
from kriterion_tools.grammars import list_ambiguous_kinds, list_concrete_kinds

MAXIMUM_STEPS = 5_000  # of the search for one rule in one file; then the rule runs
_FIRST_USES = 100  # of an expression
_STEPS_OF_EXPRESSION = 1_000  # that take as long as a step of the search
_CHARACTERS_OF_STEP = 1_000  # likewise, to read a text
# Texts in which Python and Rust know the same letters, digits and spaces.
_SAME_CLASSES = re.compile(r"[\t-\r -\x7f]*")

# Languages for which ast-grep has another grammar than we, so that nothing is known of its nodes.
OTHER_GRAMMARS = frozenset({"kotlin", "php"})

NO, MAYBE, YES = 0, 1, 2


class _StepsExhausted(Exception):
    """The search takes too long: the rule runs."""


def may_match(condition: Condition, index: NodeIndex, language: str) -> bool:
    """Whether any node may match. ast-grep's grammar may have kinds that ours does not know."""
    known_kinds = list_concrete_kinds(language)
    nodes = _list_candidates(condition, index, language)
    if nodes is None:
        return True
    search = _NodeSearch(index, known_kinds, language)
    try:
        return any(search.judge(condition, node) for node in nodes)
    except _StepsExhausted:
        return True


def _list_candidates(condition: Condition, index: NodeIndex, language: str) -> Iterable[int] | None:
    """List the nodes for which a condition might hold, or None for all."""
    kinds = list_root_kinds(condition, language)
    if kinds is not None:
        if not kinds <= list_concrete_kinds(language):
            return None
        return (node for kind in kinds for node in index.by_kind.get(kind, ()))
    if condition[0] == "any":
        parts = [_list_candidates(part, index, language) for part in condition[1:]]
        known = [part for part in parts if part is not None]
        return set(chain(*known)) if len(known) == len(parts) else None
    # A node of any kind with a child of a known kind: the parents of such nodes.
    for part in condition[1:] if condition[0] == "all" else ():
        if part[0] == "has":
            children = _list_candidates(part[1], index, language)
            if children is not None:
                return {index.parents[child] for child in children} - {-1}
    return None


class _NodeSearch:
    """Evaluates conditions on the nodes of a file."""

    def __init__(self, index: NodeIndex, known_kinds: frozenset[str], language: str) -> None:
        self._index = index
        self._known_kinds = known_kinds
        self._language = language
        self._ambiguous_kinds = list_ambiguous_kinds(language)
        self._steps = 0
        self._gaps: dict[str, int] = {}  # the answer for each expression
        self._methods: Mapping[str, Callable[[Condition, int], int]] = {
            "kind": self._judge_kind,
            "text": self._judge_text,
            "pattern": self._judge_pattern,
            "one of": self._judge_whole_text,
            "match": self._judge_expression,
            "line": self._judge_lines,
            "start": self._judge_start,
            "line of": self._judge_line,
            "gap": self._judge_gaps,
            "has": self._judge_children,
            "contains": self._judge_below,
            "in": self._judge_parent,
            "inside": self._judge_above,
            "beside": self._judge_siblings,
            "not": self._judge_opposite,
            "all": self._judge_all,
            "any": self._judge_any,
        }

    def judge(self, condition: Condition, node: int) -> int:
        """Return NO, MAYBE or YES for a node. Raises _StepsExhausted."""
        self._take(1)
        return self._methods[condition[0]](condition, node)

    def _take(self, steps: int) -> None:
        self._steps += steps
        if self._steps > MAXIMUM_STEPS:
            raise _StepsExhausted

    def _read_text(self, node: int) -> str:
        self._take(self._index.count_bytes(node) // _CHARACTERS_OF_STEP)
        return self._index.read_text(node)

    def _judge_kind(self, condition: Condition, node: int) -> int:
        kind = condition[1]
        if self._index.kinds[node] == kind:
            return MAYBE if kind in self._ambiguous_kinds else YES
        return NO if kind in self._known_kinds else MAYBE

    def _judge_text(self, condition: Condition, node: int) -> int:
        if len(condition) == 1:
            return MAYBE
        text = self._read_text(node)
        for piece in condition[1:]:
            if piece not in text:
                return NO
        return MAYBE

    def _judge_pattern(self, condition: Condition, node: int) -> int:
        kind = find_pattern_kind(condition[1], self._language)
        return NO if kind and self._index.kinds[node] != kind else MAYBE

    def _judge_whole_text(self, condition: Condition, node: int) -> int:
        return YES if self._read_text(node) in condition[1:] else NO

    def _judge_expression(self, condition: Condition, node: int) -> int:
        _, expression, required = condition
        if self.judge(required, node) is NO:
            return NO
        text = self._read_text(node)
        is_alike = not text.endswith("\n") and _SAME_CLASSES.fullmatch(text)
        compiled = _get_expression(expression, _FIRST_USES) if is_alike else None
        if compiled is None:
            return MAYBE
        self._take(estimate_steps(compiled, len(text)) // _STEPS_OF_EXPRESSION)
        return YES if compiled.search(text) else NO

    def _judge_lines(self, condition: Condition, node: int) -> int:
        lines = self._read_text(node).split("\n")
        return MAYBE if max(map(len, lines)) >= condition[1] else NO

    def _judge_start(self, condition: Condition, node: int) -> int:
        _, expression, is_wanted = condition
        return _search_start(expression, self._index.read_start(node), is_wanted=is_wanted)

    def _judge_line(self, condition: Condition, node: int) -> int:
        _, expression, is_wanted = condition
        return _search_start(expression, self._index.read_line(node), is_wanted=is_wanted)

    def _judge_gaps(self, condition: Condition, node: int) -> int:
        expression = condition[1]
        if expression not in self._gaps:
            gaps = self._index.gaps
            is_found = any(_search_start(expression, gap, is_wanted=True) for gap in gaps)
            self._gaps[expression] = MAYBE if is_found else NO
        return self._gaps[expression]

    def _judge_opposite(self, condition: Condition, node: int) -> int:
        return YES - self.judge(condition[1], node)

    def _judge_all(self, condition: Condition, node: int) -> int:
        worst = YES
        for part in condition[1:]:
            answer = self.judge(part, node)
            if answer is NO:
                return NO
            if answer is MAYBE:
                worst = MAYBE
        return worst

    def _judge_any(self, condition: Condition, node: int) -> int:
        best = NO
        for part in condition[1:]:
            answer = self.judge(part, node)
            if answer is YES:
                return YES
            if answer is MAYBE:
                best = MAYBE
        return best

    def _judge_children(self, condition: Condition, node: int) -> int:
        _, inner, field, kinds = condition
        index = self._index
        if kinds is not None and not self._has_kinds(kinds, node):
            return NO
        best = NO
        for child in index.list_children(node):
            if field and index.fields[child] != field:
                self._take(1)
                continue
            answer = self.judge(inner, child)
            if answer is YES:
                return MAYBE if field else YES  # with a field, ast-grep looks at the first child
            best = best or answer
        return best

    def _judge_below(self, condition: Condition, node: int) -> int:
        _, inner, field, kinds = condition
        index = self._index
        if kinds is not None and not self._has_kinds(kinds, node):
            return NO
        best = NO
        for child in index.list_children(node) if field else (node,):
            if field and index.fields[child] != field:
                self._take(1)
                continue
            # With a field, ast-grep may also look at the child itself.
            for below in self._list_nodes(kinds, child if field else child + 1, index.ends[child]):
                answer = self.judge(inner, below)
                if answer is YES:
                    return MAYBE if field else YES
                best = best or answer
        return best

    def _has_kinds(self, kinds: Collection[str], node: int) -> bool:
        """Whether there is a node of one of these kinds below, or might be."""
        return any(self._list_nodes(kinds, node + 1, self._index.ends[node]))

    def _list_nodes(self, kinds: Collection[str] | None, start: int, end: int) -> Iterator[int]:
        """Yield the nodes in a range that are of these kinds, or all."""
        if kinds is None or not self._known_kinds.issuperset(kinds):
            yield from range(start, end)
            return
        for kind in kinds:
            nodes = self._index.by_kind.get(kind, ())
            for place in range(bisect_left(nodes, start), len(nodes)):
                if nodes[place] >= end:
                    break
                yield nodes[place]

    def _judge_parent(self, condition: Condition, node: int) -> int:
        _, inner, field = condition
        parent = self._index.parents[node]
        if parent < 0 or (field and self._index.fields[node] != field):
            return NO
        answer = self.judge(inner, parent)
        return min(answer, MAYBE) if field else answer

    def _judge_above(self, condition: Condition, node: int) -> int:
        _, inner, field = condition
        best = NO
        parent = self._index.parents[node]
        while parent >= 0:
            answer = self.judge(inner, parent)
            if answer is YES:
                return MAYBE if field else YES
            best = best or answer
            parent = self._index.parents[parent]
        return best

    def _judge_siblings(self, condition: Condition, node: int) -> int:
        parent = self._index.parents[node]
        if parent >= 0:
            for child in self._index.list_children(parent):
                if child != node and self.judge(condition[1], child):
                    return MAYBE
        return NO


_uses: dict[str, int] = {}  # how often each expression was asked for
_expressions: dict[str, re.Pattern[str] | None] = {}  # None if it might take too long


def _search_start(expression: str, text: str, *, is_wanted: bool) -> int:
    """Judge the first characters of a text, as a predicate of a query does. A query takes much
    longer to compile than an expression.
    """
    compiled = _get_expression(expression, 0)
    is_found = compiled is not None and compiled.search(text[:MAXIMUM_TEXT]) is not None
    return MAYBE if compiled is None or is_found is is_wanted else NO


def _get_expression(expression: str, first_uses: int) -> re.Pattern[str] | None:
    """Return a compiled expression, or None if it might take too long, or if this is one of its
    first uses: Python takes as long to compile one as ast-grep to search, so that a process which
    analyses one solution would gain nothing.
    """
    if expression not in _expressions:
        uses = _uses[expression] = _uses.get(expression, 0) + 1
        if uses <= first_uses:
            return None
        try:
            _expressions[expression] = compile_expression(expression)
        except ExpressionRefused:
            _expressions[expression] = None
    return _expressions[expression]
