"""Decide without ast-grep whether any node of a file can match an ast-grep rule.

`needs` looks at the whole file: the words and kinds that a match requires. This looks at single
nodes, with what the rule says about their parents, children and texts. The answer for a node is
NO, MAYBE or YES: what is not understood here is MAYBE, so that no match is lost.

A condition is a list, as the cache of rules stores it:

    ["kind", KIND]                    the node's kind
    ["text", PIECE...]                texts that the node's text contains; never YES, so without
                                      texts it is always MAYBE
    ["pattern", CODE]                 the node's kind is that of the code; never YES
    ["one of", TEXT...]               texts of which the node's is one
    ["match", EXPRESSION, CONDITION]  a regular expression that its text matches, and what that
                                      requires at least
    ["line", N]                       a line of its text has that many characters; never YES
    ["start", EXPRESSION, WANTED]     whether its first characters match, as queries ask; never YES
    ["line of", EXPRESSION, WANTED]   whether the line that it begins on does; never YES
    ["gap", EXPRESSION]               some text between two tokens of the file matches; never YES
    ["has", CONDITION, FIELD, KINDS]  a child; FIELD "" is any
    ["contains", CONDITION, FIELD, KINDS]  a child or a node below
    ["in", CONDITION, FIELD]          its parent
    ["inside", CONDITION, FIELD]      any node above
    ["beside", CONDITION]             another child of its parent; never YES
    ["not", CONDITION], ["all", CONDITION...], ["any", CONDITION...]
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

import tree_sitter

from kriterion_tools.analyzer.engine.needs import (
    MAXIMUM_DEPTH,
    MAXIMUM_PARTS,
    VARIABLE,
    find_expression_needs,
    find_pattern_needs,
    parse_expression,
)
from kriterion_tools.analyzer.engine.regular import (
    MAXIMUM_TEXT,
    ExpressionRefused,
    compile_expression,
    estimate_steps,
)
from kriterion_tools.analyzer.node_index import NodeIndex
from kriterion_tools.grammars import (
    find_grammar,
    list_ambiguous_kinds,
    list_concrete_kinds,
)
from kriterion_tools.solution.parsing import parse

Condition = list[Any]

UNKNOWN: Condition = ["text"]

MAXIMUM_STEPS = 5_000  # of the search for one rule in one file; then the rule runs
_MAXIMUM_TEXTS = 60  # that an expression may stand for
_FIRST_USES = 100  # of an expression
_STEPS_OF_EXPRESSION = 1_000  # that take as long as a step of the search
_PLACEHOLDER = "placeholder"  # for variables of patterns
_CHARACTERS_OF_STEP = 1_000  # likewise, to read a text
# Texts in which Python and Rust know the same letters, digits and spaces.
_SAME_CLASSES = re.compile(r"[\t-\r -\x7f]*")
_MINIMUM_LINE = 40  # characters; shorter lines are too frequent to look for

_OF_RELATIONS = ("stopBy", "field")  # keys that say nothing of the node itself
# Kinds first: they decide where to look, and cost least.
_ORDER = (
    *("kind", "pattern", "one of", "text", "line", "match", "start", "line of", "gap"),
    *("in", "has", "any", "all", "inside", "contains", "not", "beside"),
)
_ANYTHING = re.compile(r"\s*\$+(?:[A-Z_][A-Z0-9_]*)?\s*")  # as a pattern: $A, $$A, $$$
_KIND = re.compile(r"\w+")

# Languages for which ast-grep has another grammar than we, so that nothing is known of its nodes.
OTHER_GRAMMARS = frozenset({"kotlin", "php"})

_WITH_VARIABLES = ("bash",)  # languages in which $A is code, and no name

NO, MAYBE, YES = 0, 1, 2


def find_condition(config: Mapping[str, Any]) -> Condition:
    """Return what a rule object requires of a node that matches."""
    utils = config.get("utils")
    known = utils if isinstance(utils, Mapping) else {}
    return _ConditionReader(known).read(config.get("rule"), frozenset(), 0)


class _ConditionReader:
    def __init__(self, utils: Mapping[str, Any]) -> None:
        self._utils = utils
        self._parts = 0

    def read(self, rule: Any, visited: frozenset[str], depth: int) -> Condition:
        self._parts += 1
        if not isinstance(rule, Mapping) or depth > MAXIMUM_DEPTH or self._parts > MAXIMUM_PARTS:
            return UNKNOWN
        return join_all(
            self._read_key(key, value, visited, depth + 1)
            for key, value in rule.items()
            if key not in _OF_RELATIONS
        )

    def _read_key(self, key: str, value: Any, visited: frozenset[str], depth: int) -> Condition:
        match key:
            case "kind" if isinstance(value, str) and _KIND.fullmatch(value):
                return ["kind", value]
            case "pattern":
                needs = find_pattern_needs(value)
                pieces = sorted(needs.words | needs.pieces)
                code = [["pattern", value]] if isinstance(value, str) else []
                kinds = [["kind", kind] for kind in needs.kinds]
                return join_all([["text", *pieces], *code, *kinds])
            case "regex":
                return read_expression(value)
            case "has" | "inside" if isinstance(value, Mapping):
                return self._read_relation(key, value, visited, depth)
            case "follows" | "precedes":
                return ["beside", self.read(value, visited, depth)]
            case "not":
                return ["not", self.read(value, visited, depth)]
            case "all" if isinstance(value, list):
                return join_all(self.read(item, visited, depth) for item in value)
            case "any" if isinstance(value, list):
                return ["any", *(self.read(item, visited, depth) for item in value)]
            case "matches" if isinstance(value, str) and value not in visited:
                return self.read(self._utils.get(value), visited | {value}, depth)
        return UNKNOWN

    def _read_relation(
        self, key: str, value: Mapping[str, Any], visited: frozenset[str], depth: int
    ) -> Condition:
        inner = self.read(value, visited, depth)
        stop, field = value.get("stopBy", "neighbor"), value.get("field", "")
        if not isinstance(stop, str):  # a rule: where it stops is unknown
            inner = join_all([inner, UNKNOWN])
        is_near = stop == "neighbor"
        field = field if isinstance(field, str) else ""
        if key == "inside":
            return ["in" if is_near else "inside", inner, field]
        kinds = list_root_kinds(inner)
        known = None if kinds is None else sorted(kinds)
        return ["has" if is_near else "contains", inner, field, known]


def join_all(conditions: Iterable[Condition]) -> Condition:
    different: dict[str, Condition] = {}
    for condition in conditions:
        for part in condition[1:] if condition[0] == "all" else [condition]:
            different.setdefault(repr(part), part)
    parts = sorted(different.values(), key=lambda part: _ORDER.index(part[0]))
    return parts[0] if len(parts) == 1 else ["all", *parts]


def read_expression(expression: Any) -> Condition:
    tree = parse_expression(expression)
    if tree is None:
        return UNKNOWN
    texts = _list_texts(expression, tree)
    if texts is not None:
        return ["one of", *texts]
    needs = find_expression_needs(expression)
    length = _find_line_length(tree)
    required = join_all(
        [
            ["text", *sorted(needs.pieces)],
            *(
                ["any", *(["text", *sorted(each.pieces)] for each in choice)]
                for choice in needs.choices
            ),
            *([["line", length]] if length >= _MINIMUM_LINE else []),
        ]
    )
    return ["match", expression, required]


def _list_texts(expression: str, tree: Any) -> list[str] | None:
    """List the texts that an expression for a whole text stands for, or None if it is not one,
    or stands for too many.
    """
    items = list(tree)
    is_whole = (
        len(items) >= 2
        and str(items[0][1]) == "AT_BEGINNING"
        and str(items[-1][1]) == "AT_END"
        and not expression.startswith("(?")
    )
    return _list_products(items[1:-1]) if is_whole else None


def _list_products(items: Iterable[Any]) -> list[str] | None:
    products = [""]
    for operator, argument in items:
        texts = _list_alternatives(str(operator), argument)
        if texts is None or len(products) * len(texts) > _MAXIMUM_TEXTS:
            return None
        products = [product + text for product in products for text in texts]
    return products


def _list_alternatives(operator: str, argument: Any) -> list[str] | None:
    match operator:
        case "LITERAL":
            return [chr(argument)]
        case "SUBPATTERN":
            return _list_products(argument[-1])
        case "BRANCH":
            branches = [_list_products(branch) for branch in argument[1]]
            if any(branch is None for branch in branches):
                return None
            return [text for branch in branches for text in branch or ()]
        case "MAX_REPEAT" | "MIN_REPEAT" if argument[:2] == (0, 1):
            texts = _list_products(argument[2])
            return None if texts is None else ["", *texts]
        case "IN":
            return _list_characters(argument)
    return None


def _list_characters(parts: Iterable[Any]) -> list[str] | None:
    found: list[str] = []
    for operator, argument in parts:
        match str(operator):
            case "LITERAL":
                found.append(chr(argument))
            case "RANGE" if argument[1] - argument[0] < _MAXIMUM_TEXTS:
                found += map(chr, range(argument[0], argument[1] + 1))
            case _:
                return None
    return found


def _find_line_length(tree: Any) -> int:
    """Return how many characters of one line a match has at least."""
    longest = 0
    for operator, argument in tree:
        match str(operator):
            case "SUBPATTERN":
                longest = max(longest, _find_line_length(argument[-1]))
            case "MAX_REPEAT" | "MIN_REPEAT" if _is_within_line(argument[2]):
                longest = max(longest, argument[0])
    return longest


def _is_within_line(repeated: Any) -> bool:
    """Whether this is one character other than a line end."""
    if len(repeated) != 1:
        return False
    operator, argument = repeated[0]
    match str(operator):
        case "ANY":
            return True
        case "NOT_LITERAL":
            return bool(argument == ord("\n"))
        case "IN":
            excluded = [str(each[0]) for each in argument]
            return excluded[0] == "NEGATE" and ("LITERAL", ord("\n")) in [
                (str(name), value) for name, value in argument
            ]
    return False


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


def list_root_kinds(condition: Condition, language: str = "") -> frozenset[str] | None:
    """Return the kinds of nodes for which a condition can hold, or None for any. Those of patterns
    are only known for a language.
    """
    match condition[0]:
        case "kind":
            return frozenset((condition[1],))
        case "pattern":
            kind = _find_pattern_kind(condition[1], language) if language else ""
            return frozenset((kind,)) if kind else None
        case "all":
            for part in condition[1:]:
                kinds = list_root_kinds(part, language)
                if kinds is not None:
                    return kinds
        case "any":
            found: frozenset[str] = frozenset()
            for part in condition[1:]:
                kinds = list_root_kinds(part, language)
                if kinds is None:
                    return None
                found |= kinds
            return found
    return None


@cache
def _find_pattern_kind(pattern: str, language: str) -> str:
    """Return the kind of nodes that a pattern matches, or "" if it is unknown or any.

    As ast-grep does, take the outermost node that has several children.
    """
    if _ANYTHING.fullmatch(pattern):
        return ""
    content = (
        pattern if language in _WITH_VARIABLES else VARIABLE.sub(_PLACEHOLDER, pattern)
    ).encode()
    node = parse(content, tree_sitter.Parser(find_grammar(language)))
    if node is None or node.has_error:
        return ""
    while node.child_count == 1:
        (node,) = node.children
    whole = content[node.start_byte : node.end_byte].strip() == content.strip()
    return node.type if whole and node.child_count else ""


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
        kind = _find_pattern_kind(condition[1], self._language)
        return NO if kind and self._index.kinds[node] != kind else MAYBE

    def _judge_whole_text(self, condition: Condition, node: int) -> int:
        return YES if self._read_text(node) in condition[1:] else NO

    def _judge_expression(self, condition: Condition, node: int) -> int:
        _, expression, required = condition
        if self.judge(required, node) is NO:
            return NO
        text = self._read_text(node)
        is_alike = not text.endswith("\n") and _SAME_CLASSES.fullmatch(text)
        compiled = _get_expression(expression) if is_alike else None
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
    _uses[expression] = _FIRST_USES
    compiled = _get_expression(expression)
    is_found = compiled is not None and compiled.search(text[:MAXIMUM_TEXT]) is not None
    return MAYBE if compiled is None or is_found is is_wanted else NO


def _get_expression(expression: str) -> re.Pattern[str] | None:
    """Return a compiled expression, or None if it might take too long, or was rarely used: Python
    takes as long to compile one as ast-grep to search, so that a process which analyses one
    solution would gain nothing.
    """
    if expression not in _expressions:
        uses = _uses[expression] = _uses.get(expression, 0) + 1
        if uses <= _FIRST_USES:
            return None
        try:
            _expressions[expression] = compile_expression(expression)
        except ExpressionRefused:
            _expressions[expression] = None
    return _expressions[expression]
