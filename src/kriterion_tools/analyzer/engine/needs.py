"""Decide without ast-grep whether a file can match an ast-grep rule.

ast-grep parses a rule again for each file, which takes longer than the search. Most rules need a
word or a kind of node that most files do not contain.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from kriterion_tools.analyzer.source import Source

VARIABLE = re.compile(r"\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$[A-Z_][A-Z0-9_]*")
_WORD = re.compile(r"\w+")
_OPERATOR = re.compile(r"[=!<>+*/%&|^?:-]{2,}|[%&|^?+*<>/~\[-]")
# Parts of a pattern that a match need not contain: comments, what looks like a metavariable,
# or that a grammar reads as the same token in another spelling, such as Ruby's %w[a] and %w(a).
_UNCERTAIN = re.compile(
    r"#|//|/\*|--|\(\*|\$[A-Z_][A-Z0-9_]*[^\W\dA-Z_]|/[^/]*/|%[qQwWiIrsx]?[\[({<|!/]"
)
_STRICT = ("smart", "cst")
# Flags, and syntax that means something else in Rust, such as nested sets.
_RUST_SYNTAX = re.compile(r"\(\?[^:P]|\\[<>zpPQ]|\\b\{|\[\^?\]?(?s:\\.|[^]\\])*?\[|--|&&|~~")
_TWICE_REPEATED = re.compile(r"[+*?}]\+")  # means something else in Python, except in a set
_RELATIONS = ("has", "inside", "follows", "precedes")

# Beyond these, nothing is known of a rule: reading it must neither take long nor recurse too deep.
MAXIMUM_PARTS = 2_000  # utilities count each time
MAXIMUM_DEPTH = 30
_LONGEST_EXPRESSION = 5_000  # characters
_MOST_GROUPS = 60  # of an expression

# The parser of `re` itself: nothing public gives access to the parts of an expression.
_parser: Any = re._parser  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Needs:
    """What a match requires: all of these words, texts and kinds, and one alternative of each
    choice.
    """

    words: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    choices: tuple[tuple["Needs", ...], ...] = ()

    def are_met(self, source: Source) -> bool:
        """Whether a file has everything required."""
        return (
            source.has_words(self.words)
            and all(map(source.has_kind, self.kinds))
            and all(piece in source.text for piece in self.pieces)
            and all(any(needs.are_met(source) for needs in choice) for choice in self.choices)
        )

    def __add__(self, other: Self) -> "Needs":
        return Needs(
            self.words | other.words,
            self.pieces | other.pieces,
            self.kinds | other.kinds,
            self.choices + other.choices,
        )


def find_needs(config: Mapping[str, Any]) -> Needs:
    """Return what a match of a rule object needs; nothing where that is uncertain."""
    utils = config.get("utils")
    return _NeedsReader(utils if isinstance(utils, Mapping) else {}).read(
        config.get("rule"), frozenset(), 0
    )


class _NeedsReader:
    def __init__(self, utils: Mapping[str, Any]) -> None:
        self._utils = utils
        self._parts = 0

    def read(self, rule: Any, visited: frozenset[str], depth: int) -> Needs:
        needs = Needs()
        self._parts += 1
        if not isinstance(rule, Mapping) or depth > MAXIMUM_DEPTH or self._parts > MAXIMUM_PARTS:
            return needs
        depth += 1
        for key, value in rule.items():
            if key == "pattern":
                needs += find_pattern_needs(value)
            elif key == "regex":
                needs += find_expression_needs(value)
            elif key == "kind" and isinstance(value, str) and _WORD.fullmatch(value):
                needs += Needs(kinds=frozenset((value,)))
            elif key in _RELATIONS:
                needs += self.read(value, visited, depth)
            elif key == "all" and isinstance(value, list):
                for item in value:
                    needs += self.read(item, visited, depth)
            elif key == "any" and isinstance(value, list):
                needs += _combine_alternatives(self.read(item, visited, depth) for item in value)
            elif key == "matches" and isinstance(value, str) and value not in visited:
                needs += self.read(self._utils.get(value), visited | {value}, depth)
        return needs


def _combine_alternatives(needs: Iterable[Needs]) -> Needs:
    """Return the need for any one of these; no need at all if one of them needs nothing."""
    alternatives = tuple(needs)
    return Needs() if Needs() in alternatives else Needs(choices=(alternatives,))


def find_pattern_needs(pattern: Any) -> Needs:
    """Return what the text of a match of a pattern contains, or the kind of its node."""
    if isinstance(pattern, Mapping):
        selector = pattern.get("selector")
        if isinstance(selector, str) and _WORD.fullmatch(selector):
            return Needs(kinds=frozenset((selector,)))
        if selector is not None or pattern.get("strictness", "smart") not in _STRICT:
            return Needs()
        pattern = pattern.get("context")
    if not isinstance(pattern, str) or _UNCERTAIN.search(pattern):
        return Needs()
    code = VARIABLE.sub(" ", pattern)
    return Needs(words=frozenset(_WORD.findall(code)), pieces=frozenset(_OPERATOR.findall(code)))


def find_expression_needs(expression: Any) -> Needs:
    """Return the literal texts that a match of a regular expression contains."""
    tree = parse_expression(expression)
    return Needs() if tree is None else _find_literal_needs(tree)


def parse_expression(expression: Any) -> Any:
    """Return the parts of a regular expression, or None if Python may read it otherwise.

    Its syntax is Rust's, which is close to Python's.
    """
    if (
        not isinstance(expression, str)
        or len(expression) > _LONGEST_EXPRESSION
        or expression.count("(") > _MOST_GROUPS
        or _RUST_SYNTAX.search(expression)
    ):
        return None
    try:
        tree = _parser.parse(expression)
    except (re.error, OverflowError, RecursionError):
        return None
    is_doubtful = _TWICE_REPEATED.search(expression) and "POSSESSIVE_REPEAT" in repr(tree)
    return None if is_doubtful else tree


def _find_literal_needs(tree: Any) -> Needs:
    needs, run = Needs(), ""
    for operator, argument in (*tree, ("END", None)):
        match str(operator):
            case "LITERAL":
                run += chr(argument)
                continue
            case "AT":
                continue
            case "SUBPATTERN":
                needs += _find_literal_needs(argument[-1])
            case "BRANCH":
                needs += _combine_alternatives(
                    _find_literal_needs(branch) for branch in argument[1]
                )
            case "MAX_REPEAT" | "MIN_REPEAT" if argument[0] > 0:
                needs += _find_literal_needs(argument[2])
        needs += Needs(pieces=frozenset((run,))) if run else Needs()
        run = ""
    return needs
