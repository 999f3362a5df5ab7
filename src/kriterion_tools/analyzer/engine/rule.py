"""Rules: what to search for in a solution, and which comment to make about it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kriterion_tools.analyzer.engine.needs import Needs
from kriterion_tools.analyzer.engine.rule_conditions import UNKNOWN, Condition
from kriterion_tools.contracts.exercism_analyzer.analysis import DEFAULT_TYPE, CommentType

# Captures: $NAME and $$$NAMES of a pattern, @name of a query, and what linters and measures name.
CAPTURE = re.compile(r"\${1,3}[A-Z_][A-Z0-9_]*|@[\w.-]+")

PLACE = "place"  # the capture of a query that a comment points to
_CAPTURED = re.compile(r"@(?!_)([\w.-]+)")

MAXIMUM_BYTES = 1_000_000  # of a file
STAGES = ("shape", "essential", "idiom", "style")  # the default, unless a file lists its own


@dataclass(frozen=True, kw_only=True, slots=True)
class Pattern:
    """An ast-grep rule object with constraints and utilities, and what a match requires of a file
    and of a node in it.
    """

    config: Any
    needs: Needs = field(default_factory=Needs)
    condition: Condition = field(default_factory=lambda: UNKNOWN)


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A tree-sitter query. A comment points to `@place`, or to the first capture if there is none.

    Matches within a match of `unless` do not count. `patterns` are its parts, each with what it
    requires of a node; () if that is unknown.
    """

    text: str
    unless: str = ""
    patterns: Sequence[tuple[str, Condition]] = field(default=(), compare=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Lint:
    """A linter's message, by its code: ruff's F401, or ESLint's no-unused-vars."""

    code: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """A property that is measured in each file, and the limits beyond which the rule holds."""

    name: str  # in measures/measure_catalog.py
    options: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Examples:
    """Code that a rule must match, and code that it must not match."""

    match: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


Matcher = Pattern | Query | Lint | Measure


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Rule:
    """One rule. `file` and `line` give its position.

    A rule holds if something matches, or, if `absent`, if nothing matches. `params` are those of
    the comment: a CAPTURE is replaced by the captured code, other text stays as it is; None passes
    all captures of a query by name. Matches on lines with a comment of `unless_said` do not count.
    `specific` rules are for certain exercises, others for all.
    """

    id: str
    file: str
    line: int
    matcher: Matcher
    stage: str
    specific: bool = False
    absent: bool = False
    unless_said: tuple[str, ...] = ()
    comment: str | None = None
    type: CommentType = DEFAULT_TYPE
    params: Mapping[str, str] | None = None
    tags: tuple[str, ...] = ()
    stop: bool = False
    approve: bool = False
    praise: str | None = None
    examples: Examples = Examples()

    @property
    def param_names(self) -> frozenset[str]:
        """The names of the parameters that its comment gets."""
        if self.params is not None:
            return frozenset(self.params)
        captures = _CAPTURED.findall(self.matcher.text) if isinstance(self.matcher, Query) else ()
        return frozenset(captures) - {PLACE}

    def __str__(self) -> str:
        return f"{self.file} line {self.line}: rule {self.id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleFile:
    """The rules of a file, for these languages; `exercises` is empty if they are for all exercises.

    `disabled` are rules of files read earlier that this file turns off.
    """

    name: str
    languages: tuple[str, ...]
    exercises: tuple[str, ...] = ()
    stages: tuple[str, ...] = STAGES
    rules: tuple[Rule, ...] = ()
    disabled: frozenset[str] = field(default_factory=frozenset)
