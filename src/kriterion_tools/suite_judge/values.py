"""Descriptions of values in plain lists and texts, which can be compared without trust.

The process that runs a student's code describes the value of an expression; the judge describes
what the suite expects, and compares the two. No value is ever created from a description.

    5 → ["int", "5"]        [1.5, "a"] → ["list", [["float", "1.5"], ["str", "a"]]]
    {"a": None} → ["dict", [[["str", "a"], ["NoneType"]]]]
"""

import json
import math
from collections.abc import Iterator
from typing import Any

Description = list[Any]

DEEPEST = 60
MOST_PARTS = 50_000
LONGEST_NOTATION = 20_000


class TooLarge(Exception):
    """A value with too many parts, or one that contains itself."""


def describe(value: object) -> Description:
    """Describe a value. Raises TooLarge."""
    return _Describing().describe(value, 0)


def notation(value: object) -> str:
    """Return the value in the programming language's notation, truncated if it is very long."""
    try:
        text = repr(value)
    except Exception as error:  # a student's __repr__, or an integer of more digits than allowed
        if isinstance(value, int):
            return hex(value)[:LONGEST_NOTATION]
        return f"<{type(value).__name__}: its __repr__ raised {type(error).__name__}>"
    return text if len(text) <= LONGEST_NOTATION else text[:LONGEST_NOTATION] + "…"


class _Describing:
    def __init__(self) -> None:
        self._parts = 0

    def describe(self, value: object, depth: int) -> Description:
        self._parts += 1
        if depth > DEEPEST or self._parts > MOST_PARTS:
            raise TooLarge
        # The methods of the built-in types: a student's subclass may override them.
        match value:
            case None:
                return ["NoneType"]
            case bool():
                return ["bool", str(value)]
            case int():
                return ["int", _digits(int.__index__(value))]
            case float():
                return ["float", float.__repr__(value)]
            case complex():
                return ["complex", complex.__repr__(value)]
            case str():
                return ["str", str.__str__(value)]
            case bytes():
                return ["bytes", bytes.hex(value)]
            case bytearray():
                return ["bytearray", bytearray.hex(value)]
            case list():
                return ["list", self._each(list.__iter__(value), depth)]
            case tuple():
                return ["tuple", self._each(tuple.__iter__(value), depth)]
            case set():
                return ["set", self._each(set.__iter__(value), depth)]
            case frozenset():
                return ["frozenset", self._each(frozenset.__iter__(value), depth)]
            case dict():
                return ["dict", [self._each(iter(pair), depth) for pair in dict.items(value)]]
        return ["object", type(value).__name__, notation(value)]

    def _each(self, values: Iterator[object], depth: int) -> list[Description]:
        return [self.describe(value, depth + 1) for value in values]


def _digits(number: int) -> str:
    """Write an integer in decimal if it is short: Python refuses very long ones."""
    return str(number) if number.bit_length() < 1000 else hex(number)


def equal(expected: Description, actual: Any, *, tolerance: float) -> bool:
    """Tell whether the values have equal types and parts, floats within the tolerance.

    `actual` comes from a student's process and may be any JSON value.
    """
    try:
        return _equal(expected, actual, tolerance)
    except RecursionError:
        return False


def of_other_kind(expected: Description, actual: Any) -> tuple[str, str] | None:
    """Return the two types if nothing else differs: 5 and 5.0, or (1, 2) and [1, 2]."""
    if not _is_description(actual) or len(actual) != 2 or len(expected) != 2:
        return None
    kinds = (expected[0], actual[0])
    if kinds[0] == kinds[1]:
        return None
    if all(kind in ("list", "tuple") for kind in kinds):
        return kinds if equal(expected, [kinds[0], actual[1]], tolerance=0) else None
    if all(kind in ("bool", "int", "float", "str") for kind in kinds):
        first, second = _number(expected[1]), _number(actual[1])
        return kinds if first is not None and first == second else None
    return None


def _equal(expected: Description, actual: Any, tolerance: float) -> bool:
    if not _is_description(actual) or len(actual) != len(expected) or actual[0] != expected[0]:
        return False
    kind, *content = expected
    if kind in ("list", "tuple"):
        return _equal_items(content[0], actual[1], tolerance)
    if kind in ("set", "frozenset"):
        return isinstance(actual[1], list) and _canonical(expected) == _canonical(actual)
    if kind == "dict":
        return _equal_pairs(content[0], actual[1], tolerance)
    if kind in ("float", "complex"):
        return _close(content[0], actual[1], tolerance)
    return bool(content == actual[1:])


def _equal_items(expected: Any, actual: Any, tolerance: float) -> bool:
    return (
        isinstance(actual, list)
        and len(actual) == len(expected)
        and all(_equal(one, other, tolerance) for one, other in zip(expected, actual, strict=True))
    )


def _equal_pairs(expected: Any, actual: Any, tolerance: float) -> bool:
    if not isinstance(actual, list) or len(actual) != len(expected):
        return False
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in actual):
        return False
    # Texts as keys: their hashes cannot be made to collide, as those of integers can.
    found = {_canonical(key): value for key, value in actual}
    return all(
        _canonical(key) in found and _equal(value, found[_canonical(key)], tolerance)
        for key, value in expected
    )


def _canonical(description: Any) -> str:
    """Return the same text for all descriptions of equal values, whatever the order of a set."""
    if _is_description(description) and len(description) == 2 and isinstance(description[1], list):
        parts = [_canonical(part) for part in description[1]]
        if description[0] in ("set", "frozenset"):
            parts.sort()
        return f"{description[0]}({','.join(parts)})"
    return json.dumps(description)


def _close(expected: str, actual: Any, tolerance: float) -> bool:
    if expected == actual:  # nan included
        return True
    try:
        first, second = complex(expected), complex(actual)
    except (TypeError, ValueError):
        return False
    return all(
        math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance)
        for one, other in ((first.real, second.real), (first.imag, second.imag))
    )


def _number(text: Any) -> float | None:
    try:
        return {"True": 1.0, "False": 0.0}[text] if text in ("True", "False") else float(text)
    except (TypeError, ValueError, OverflowError):
        return None


def _is_description(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], str)
