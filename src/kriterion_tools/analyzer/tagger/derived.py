"""Techniques and paradigms that follow from other tags."""

from collections.abc import Collection
from dataclasses import dataclass

from kriterion_tools.analyzer.tagger.grammar import parse_tags


@dataclass(frozen=True, slots=True)
class Derivation:
    """Tags that follow when at least one of `of` is present, at least one of `with_any` (unless it
    is empty), and none of `without`.
    """

    gives: str
    of: str
    with_any: str = ""
    without: str = ""


_COMPOUND = """
    add-assignment subtract-assignment multiply-assignment divide-assignment modulo-assignment
    bitwise-and-assignment bitwise-or-assignment bitwise-xor-assignment
    bitwise-left-shift-assignment bitwise-right-shift-assignment
    prefix-increment prefix-decrement postfix-increment postfix-decrement
"""
_BITWISE = """
    bitwise-and bitwise-or bitwise-xor bitwise-not bitwise-left-shift bitwise-right-shift
    bitwise-and-assignment bitwise-or-assignment bitwise-xor-assignment
    bitwise-left-shift-assignment bitwise-right-shift-assignment
"""

# Order matters: a later derivation may build on the tags of an earlier one.
DERIVATIONS = (
    Derivation("conditional", "if conditional-operator switch"),
    Derivation(
        "number", "integral-number floating-point-number big-integer complex-number decimal"
    ),
    Derivation("increment", "prefix-increment postfix-increment"),
    Derivation("decrement", "prefix-decrement postfix-decrement"),
    Derivation("technique:boolean-logic", "logical-and logical-or logical-not"),
    Derivation("technique:short-circuiting", "logical-and logical-or"),
    Derivation("technique:bit-manipulation", _BITWISE),
    Derivation(
        "technique:bit-shifting",
        """bitwise-left-shift bitwise-right-shift
        bitwise-left-shift-assignment bitwise-right-shift-assignment""",
    ),
    Derivation("technique:looping", "for-loop foreach while-loop do-while-loop loop"),
    Derivation("technique:enumeration", "foreach"),
    Derivation("technique:exceptions", "throw try catch user-defined-exception"),
    Derivation("technique:error-handling", "try catch"),
    Derivation("technique:regular-expression", "regular-expression"),
    Derivation("technique:type-conversion", "explicit-conversion"),
    Derivation("technique:pointers", "pointer"),
    Derivation("technique:concurrency", "async-await coroutine"),
    Derivation("technique:locks technique:concurrency", "lock"),
    Derivation("technique:concurrency", "technique:parallelism"),
    Derivation(
        "technique:laziness",
        "technique:generator",
    ),
    Derivation(
        "paradigm:functional",
        """lambda linq point-free pipe-forward pipe-backward list-comprehension set-comprehension
        dictionary-comprehension technique:higher-order-functions
        technique:function-composition""",
    ),
    Derivation("paradigm:generic", "generic-type generic-method generic-function"),
    Derivation("paradigm:declarative", "query-expression"),
    Derivation("paradigm:imperative", f"technique:looping {_COMPOUND}"),
    Derivation(
        "paradigm:procedural",
        "function",
        with_any="paradigm:imperative",
        without="paradigm:object-oriented",
    ),
)


def derive(tags: Collection[str]) -> frozenset[str]:
    """Return these tags and all that follow from them."""
    derived = set(tags)
    for derivation in DERIVATIONS:
        derived |= _apply_derivation(derivation, derived)
    return frozenset(derived)


def _apply_derivation(derivation: Derivation, tags: set[str]) -> frozenset[str]:
    with_any = parse_tags(derivation.with_any)
    if tags.isdisjoint(parse_tags(derivation.of)) or not tags.isdisjoint(
        parse_tags(derivation.without)
    ):
        return frozenset()
    if with_any and tags.isdisjoint(with_any):
        return frozenset()
    return parse_tags(derivation.gives)
