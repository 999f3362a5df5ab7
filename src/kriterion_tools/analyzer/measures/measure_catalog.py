"""The measures that a rule can use, with their options and what they capture.

Light to load: the reader of rules needs it, and the search only where a rule measures.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Option:
    """A number that a rule gives. Without a default it is required."""

    least: int
    most: int
    default: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class MeasureKind:
    """A measure: its options by name, and the captures of its matches."""

    options: Mapping[str, Option] = field(default_factory=dict)
    captures: tuple[str, ...] = ()


_OF_FUNCTION = ("$NAME", "$COUNT", "$LIMIT", "$LINE")
_OF_REPEAT = ("$CODE", "$COUNT", "$LINE", "$LINES")

MEASURES: Mapping[str, MeasureKind] = {
    "lines-of-function": MeasureKind(
        options={"above": Option(least=1, most=10_000)}, captures=_OF_FUNCTION
    ),
    "branches-of-function": MeasureKind(
        options={"above": Option(least=1, most=10_000)}, captures=_OF_FUNCTION
    ),
    "nesting": MeasureKind(options={"above": Option(least=1, most=100)}, captures=_OF_FUNCTION),
    "parameters": MeasureKind(options={"above": Option(least=1, most=100)}, captures=_OF_FUNCTION),
    "repeated-code": MeasureKind(
        options={
            "tokens": Option(least=5, most=1000),
            "differing": Option(least=0, most=20, default=0),
            "copies": Option(least=2, most=20, default=2),
        },
        captures=("$COUNT", "$LINE", "$LINES", "$CODE", "$DIFFERENT"),
    ),
    "chain-of-conditions": MeasureKind(
        options={"above": Option(least=1, most=100)}, captures=_OF_FUNCTION
    ),
    "chain-of-ranges": MeasureKind(
        options={"above": Option(least=1, most=100)}, captures=_OF_FUNCTION
    ),
    "repeated-call": MeasureKind(captures=_OF_REPEAT),
    "repeated-expression": MeasureKind(
        options={"tokens": Option(least=3, most=60)}, captures=_OF_REPEAT
    ),
    "call-in-loop": MeasureKind(captures=("$CODE", "$LINE")),
}
