"""What an ast-grep rule requires of a node that matches, as a condition.

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

A condition says less than the rule that it is made of: what is not understood is UNKNOWN, which
always may hold. `candidates` evaluates conditions.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
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
from kriterion_tools.grammars import find_grammar
from kriterion_tools.solution.parsing import parse

Condition = list[Any]

UNKNOWN: Condition = ["text"]

_MAXIMUM_TEXTS = 60  # that an expression may stand for
_PLACEHOLDER = "placeholder"  # for variables of patterns
_MINIMUM_LINE = 40  # characters; shorter lines are too frequent to look for

_OF_RELATIONS = ("stopBy", "field")  # keys that say nothing of the node itself
# Kinds first: they decide where to look, and cost least.
_ORDER = (
    *("kind", "pattern", "one of", "text", "line", "match", "start", "line of", "gap"),
    *("in", "has", "any", "all", "inside", "contains", "not", "beside"),
)
_ANYTHING = re.compile(r"\s*\$+(?:[A-Z_][A-Z0-9_]*)?\s*")  # as a pattern: $A, $$A, $$$
_KIND = re.compile(r"\w+")

_WITH_VARIABLES = ("bash",)  # languages in which $A is code, and no name


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
        return require_below("has" if is_near else "contains", inner, field)


def require_below(relation: str, inner: Condition, field: str) -> Condition:
    """Return the condition that a child ("has") or any node below ("contains") meets another."""
    kinds = list_root_kinds(inner)
    return [relation, inner, field, None if kinds is None else sorted(kinds)]


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


def list_root_kinds(condition: Condition, language: str = "") -> frozenset[str] | None:
    """Return the kinds of nodes for which a condition can hold, or None for any. Those of patterns
    are only known for a language.
    """
    match condition[0]:
        case "kind":
            return frozenset((condition[1],))
        case "pattern":
            kind = find_pattern_kind(condition[1], language) if language else ""
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


@lru_cache(maxsize=4_000)
def find_pattern_kind(pattern: str, language: str) -> str:
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
