"""Rules: what is looked for in a solution, and what is said when it is found."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kriterion_tools.analyzer.engine.needs import Needs
from kriterion_tools.contracts.exercism_analyzer.analysis import DEFAULT_TYPE, CommentType

# What was captured: $NAME and $$$NAMES by a pattern, @name by a query, $CODE and $NAME by a linter.
CAPTURE = re.compile(r"\${1,3}[A-Z_][A-Z0-9_]*|@[\w.-]+")

PLACE = "place"  # the capture of a query that a comment points at
_CAPTURED = re.compile(r"@(?!_)([\w.-]+)")

MAXIMUM_BYTES = 1_000_000  # of a file
STAGES = ("shape", "essential", "idiom", "style")  # unless a file says otherwise


@dataclass(frozen=True, kw_only=True, slots=True)
class Pattern:
    """An ast-grep rule object, with its constraints and utilities, verbatim; and what it needs."""

    config: Any
    needs: Needs = field(default_factory=Needs)


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A tree-sitter query. `@place` is what a comment points at, the first capture without it.

    What it finds within a match of `unless` does not count.
    """

    text: str
    unless: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Lint:
    """What a linter tells by a code: ruff's F401, or pylint's too-many-branches."""

    code: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Examples:
    """Pieces of code that a rule must hold for, and those that it must not hold for."""

    match: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Rule:
    """One rule. `file` and `line` say where it stands.

    It holds when something matches, or, if `absent`, when nothing does. `params` are the comment's:
    a CAPTURE stands for the code that was captured, all else for itself; None for every capture of
    a query by its own name. `specific` rules are for an exercise, others for all.
    """

    id: str
    file: str
    line: int
    matcher: Pattern | Query | Lint
    stage: str
    specific: bool = False
    absent: bool = False
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
        """The parameters that its comment is given."""
        if self.params is not None:
            return frozenset(self.params)
        captures = _CAPTURED.findall(self.matcher.text) if isinstance(self.matcher, Query) else ()
        return frozenset(captures) - {PLACE}

    def __str__(self) -> str:
        return f"{self.file} line {self.line}: rule {self.id}"


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleFile:
    """The rules of a file, for these languages; `exercises` is empty when it is for all of them.

    `disabled` are rules of files read before it that do not hold here.
    """

    name: str
    languages: tuple[str, ...]
    exercises: tuple[str, ...] = ()
    stages: tuple[str, ...] = STAGES
    rules: tuple[Rule, ...] = ()
    disabled: frozenset[str] = field(default_factory=frozenset)
