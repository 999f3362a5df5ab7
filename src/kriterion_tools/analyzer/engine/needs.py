"""Decide without ast-grep whether a file can match an ast-grep rule.

ast-grep parses a rule again for each file, which takes longer than the search. Most rules need a
word or a kind of node that a file does not have.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from kriterion_tools.analyzer.source import Source

_VARIABLE = re.compile(r"\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$[A-Z_][A-Z0-9_]*")
_WORD = re.compile(r"\w+")
_OPERATOR = re.compile(r"[=!<>+*/%&|^?:-]{2,}")
# Parts of a pattern that a match need not contain: comments, and what looks like a metavariable.
_UNCERTAIN = re.compile(r"#|//|/\*|--|\(\*|\$[A-Z_][A-Z0-9_]*[a-z]")
_STRICT = ("smart", "cst")
# Flags, and syntax with another meaning in Rust, such as nested sets.
_RUSTS = re.compile(r"\(\?[^:P]|\\[<>zpPQ]|\[[^]]*\[|--|&&|~~")
_RELATIONS = ("has", "inside", "follows", "precedes")

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
            self.words <= source.words
            and all(map(source.has_kind, self.kinds))
            and all(piece in source.text for piece in self.pieces)
            and all(any(one.are_met(source) for one in choice) for choice in self.choices)
        )

    def __add__(self, other: Self) -> "Needs":
        return Needs(
            self.words | other.words,
            self.pieces | other.pieces,
            self.kinds | other.kinds,
            self.choices + other.choices,
        )


def needs_of(config: Mapping[str, Any]) -> Needs:
    """Return what a rule object with its utilities requires; nothing when uncertain."""
    utils = config.get("utils")
    return _needs(config.get("rule"), utils if isinstance(utils, Mapping) else {}, frozenset())


def _needs(rule: Any, utils: Mapping[str, Any], met: frozenset[str]) -> Needs:
    needs = Needs()
    if not isinstance(rule, Mapping):
        return needs
    for key, value in rule.items():
        if key == "pattern":
            needs += _of_pattern(value)
        elif key == "regex":
            needs += _of_expression(value)
        elif key == "kind" and isinstance(value, str) and _WORD.fullmatch(value):
            needs += Needs(kinds=frozenset((value,)))
        elif key in _RELATIONS:
            needs += _needs(value, utils, met)
        elif key == "all" and isinstance(value, list):
            for one in value:
                needs += _needs(one, utils, met)
        elif key == "any" and isinstance(value, list):
            needs += _one_of(_needs(one, utils, met) for one in value)
        elif key == "matches" and value in utils and value not in met:
            needs += _needs(utils[value], utils, met | {value})
    return needs


def _one_of(needs: Iterable[Needs]) -> Needs:
    choice = tuple(needs)
    return Needs() if Needs() in choice else Needs(choices=(choice,))


def _of_pattern(pattern: Any) -> Needs:
    if isinstance(pattern, Mapping):
        selector = pattern.get("selector")
        if isinstance(selector, str) and _WORD.fullmatch(selector):
            return Needs(kinds=frozenset((selector,)))
        if selector is not None or pattern.get("strictness", "smart") not in _STRICT:
            return Needs()
        pattern = pattern.get("context")
    if not isinstance(pattern, str) or _UNCERTAIN.search(pattern):
        return Needs()
    code = _VARIABLE.sub(" ", pattern)
    return Needs(words=frozenset(_WORD.findall(code)), pieces=frozenset(_OPERATOR.findall(code)))


def _of_expression(expression: Any) -> Needs:
    """Return the literal texts in a regular expression. Its syntax is Rust's, which is close to
    Python's.
    """
    if not isinstance(expression, str) or _RUSTS.search(expression):
        return Needs()
    try:
        return _spelled(_parser.parse(expression))
    except (re.error, OverflowError, RecursionError):
        return Needs()


def _spelled(tree: Any) -> Needs:
    needs, run = Needs(), ""
    for operator, argument in (*tree, ("END", None)):
        match str(operator):
            case "LITERAL":
                run += chr(argument)
                continue
            case "AT":
                continue
            case "SUBPATTERN":
                needs += _spelled(argument[-1])
            case "BRANCH":
                needs += _one_of(_spelled(one) for one in argument[1])
            case "MAX_REPEAT" | "MIN_REPEAT" if argument[0] > 0:
                needs += _spelled(argument[2])
        needs += Needs(pieces=frozenset((run,))) if run else Needs()
        run = ""
    return needs
