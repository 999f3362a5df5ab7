"""Describe values in plain lists and texts, so that values from untrusted code can be compared.

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
MAX_PARTS = 50_000
LONGEST_NOTATION = 20_000


class TooLarge(Exception):
    """A value with too many parts, or one that contains itself."""


def describe(value: object) -> Description:
    """Describe a value. Raises TooLarge."""
    return _Describer().describe(value, 0)


def format_value(value: object) -> str:
    """Return the value in the programming language's notation, truncated if it is very long."""
    try:
        text = repr(value)
    except Exception as error:  # a student's __repr__, or an integer of more digits than allowed
        if isinstance(value, int):
            return hex(value)[:LONGEST_NOTATION]
        return f"<{type(value).__name__}: its __repr__ raised {type(error).__name__}>"
    return text if len(text) <= LONGEST_NOTATION else text[:LONGEST_NOTATION] + "…"


class _Describer:
    def __init__(self) -> None:
        self._parts = 0

    def describe(self, value: object, depth: int) -> Description:
        self._parts += 1
        if depth > DEEPEST or self._parts > MAX_PARTS:
            raise TooLarge
        # Call the methods of the built-in types: a student's subclass may override its own.
        match value:
            case None:
                return ["NoneType"]
            case bool():
                return ["bool", str(value)]
            case int():
                return ["int", _write_integer(int.__index__(value))]
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
                return ["list", self._describe_items(list.__iter__(value), depth)]
            case tuple():
                return ["tuple", self._describe_items(tuple.__iter__(value), depth)]
            case set():
                return ["set", self._describe_items(set.__iter__(value), depth)]
            case frozenset():
                return ["frozenset", self._describe_items(frozenset.__iter__(value), depth)]
            case dict():
                return [
                    "dict",
                    [self._describe_items(iter(pair), depth) for pair in dict.items(value)],
                ]
        return ["object", type(value).__name__, format_value(value)]

    def _describe_items(self, values: Iterator[object], depth: int) -> list[Description]:
        return [self.describe(value, depth + 1) for value in values]


def _write_integer(number: int) -> str:
    """Write an integer in decimal, or in hexadecimal if Python may refuse so many digits."""
    return str(number) if number.bit_length() < 1000 else hex(number)


def are_equal(expected: Description, actual: Any, *, tolerance: float) -> bool:
    """Tell whether the values have equal types and parts, floats within the tolerance.

    `actual` comes from a student's process and may be any JSON value.
    """
    try:
        return _is_equal(expected, actual, tolerance)
    except RecursionError:
        return False


def find_type_difference(expected: Description, actual: Any) -> tuple[str, str] | None:
    """Return the types (expected, actual) if only they differ: 5 and 5.0, or (1, 2) and [1, 2]."""
    if not _is_description(actual) or len(actual) != 2 or len(expected) != 2:
        return None
    kinds = (expected[0], actual[0])
    if kinds[0] == kinds[1]:
        return None
    if all(kind in ("list", "tuple") for kind in kinds):
        return kinds if are_equal(expected, [kinds[0], actual[1]], tolerance=0) else None
    if all(kind in ("bool", "int", "float", "str") for kind in kinds):
        first, second = _parse_number(expected[1]), _parse_number(actual[1])
        return kinds if first is not None and first == second else None
    return None


def _is_equal(expected: Description, actual: Any, tolerance: float) -> bool:
    if not _is_description(actual) or len(actual) != len(expected) or actual[0] != expected[0]:
        return False
    kind, *content = expected
    if kind in ("list", "tuple"):
        return _has_equal_items(content[0], actual[1], tolerance)
    if kind in ("set", "frozenset"):
        return isinstance(actual[1], list) and _write_canonical(expected) == _write_canonical(
            actual
        )
    if kind == "dict":
        return _has_equal_pairs(content[0], actual[1], tolerance)
    if kind in ("float", "complex"):
        return _is_close(content[0], actual[1], tolerance)
    return bool(content == actual[1:])


def _has_equal_items(expected: Any, actual: Any, tolerance: float) -> bool:
    return (
        isinstance(actual, list)
        and len(actual) == len(expected)
        and all(
            _is_equal(first, second, tolerance)
            for first, second in zip(expected, actual, strict=True)
        )
    )


def _has_equal_pairs(expected: Any, actual: Any, tolerance: float) -> bool:
    if not isinstance(actual, list) or len(actual) != len(expected):
        return False
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in actual):
        return False
    # Keyed by text: unlike those of integers, hashes of texts cannot be made to collide.
    values = {_write_canonical(key): value for key, value in actual}
    return all(
        _write_canonical(key) in values
        and _is_equal(value, values[_write_canonical(key)], tolerance)
        for key, value in expected
    )


def _write_canonical(description: Any) -> str:
    """Return the same text for all descriptions of equal values, for any order of a set."""
    if _is_description(description) and len(description) == 2 and isinstance(description[1], list):
        parts = [_write_canonical(part) for part in description[1]]
        if description[0] in ("set", "frozenset"):
            parts.sort()
        return f"{description[0]}({','.join(parts)})"
    return json.dumps(description)


def _is_close(expected: str, actual: Any, tolerance: float) -> bool:
    if expected == actual:  # nan included
        return True
    try:
        first, second = complex(expected), complex(actual)
    except (TypeError, ValueError):
        return False
    return all(
        math.isclose(expected, actual, rel_tol=tolerance, abs_tol=tolerance)
        for expected, actual in ((first.real, second.real), (first.imag, second.imag))
    )


def _parse_number(text: Any) -> float | None:
    try:
        return {"True": 1.0, "False": 0.0}[text] if text in ("True", "False") else float(text)
    except (TypeError, ValueError, OverflowError):
        return None


def _is_description(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], str)
