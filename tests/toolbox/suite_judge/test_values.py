"""Values are compared by their descriptions, which nobody needs to trust."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.suite_judge.values import (
    DEEPEST,
    TooLarge,
    are_equal,
    describe,
    find_type_difference,
    format_value,
)

NUMBERS = st.one_of(st.integers(), st.floats(), st.complex_numbers())
ATOMS = st.one_of(st.none(), st.booleans(), NUMBERS, st.text(), st.binary())
KEYS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, max_size=3)
    ),
    max_leaves=4,
)
VALUES = st.recursive(
    KEYS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.sets(KEYS, max_size=4),
        st.dictionaries(KEYS, inner, max_size=4),
    ),
    max_leaves=10,
)
JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=3).map(lambda rest: ["dict", *rest]),
        st.dictionaries(st.text(max_size=3), inner, max_size=3),
    ),
    max_leaves=12,
)


@given(VALUES)
def test_a_value_round_trips(value: Any) -> None:
    description = describe(value)
    assert are_equal(description, json.loads(json.dumps(description)), tolerance=0)


@given(VALUES, JSON)
def test_a_student_process_may_send_anything(value: Any, said: Any) -> None:
    description = describe(value)
    assert are_equal(description, said, tolerance=1e-9) in (True, False)
    find_type_difference(description, said)


@given(st.integers(), st.integers())
def test_different_numbers_are_not_equal(one: int, other: int) -> None:
    assert are_equal(describe(one), describe(other), tolerance=1e-9) == (one == other)


@pytest.mark.parametrize(
    ("expected", "actual", "tolerance", "same"),
    [
        (0.3, 0.1 + 0.2, 1e-9, True),
        (0.3, 0.31, 1e-9, False),
        (0.3, 0.31, 0.1, True),
        ([0.3], [0.1 + 0.2], 1e-9, True),
        ({"a": 0.3}, {"a": 0.1 + 0.2}, 1e-9, True),
        (float("nan"), float("nan"), 0, True),
        (float("inf"), float("-inf"), 1, False),
        (1 + 2j, 1 + 2.0000000001j, 1e-9, True),
        (1, True, 0, False),
        (1, 1.0, 0, False),
        ([1], (1,), 0, False),
        ({1}, frozenset({1}), 0, False),
        ({1, 2}, {2, 1}, 0, True),
        ({frozenset({1, 2})}, {frozenset({2, 1})}, 0, True),
        ({1: 2}, {1: 3}, 0, False),
        ({1: 2}, {1: 2, 3: 4}, 0, False),
        ("a", b"a", 0, False),
    ],
)
def test_equality_compares_type_and_content(
    expected: Any, actual: Any, tolerance: float, same: bool
) -> None:
    assert are_equal(describe(expected), describe(actual), tolerance=tolerance) is same


@pytest.mark.parametrize(
    ("expected", "actual", "kinds"),
    [
        (5, 5.0, ("int", "float")),
        (5, "5", ("int", "str")),
        (1, True, ("int", "bool")),
        ([1, 2], (1, 2), ("list", "tuple")),
        (5, 6.0, None),
        ([1], (2,), None),
        (5, [5], None),
        (5, 5, None),
    ],
)
def test_a_difference_of_type_only_is_named(
    expected: Any, actual: Any, kinds: tuple[str, str] | None
) -> None:
    assert find_type_difference(describe(expected), describe(actual)) == kinds


def test_an_infinite_value_is_too_large() -> None:
    endless: list[Any] = []
    endless.append(endless)
    deep: list[Any] = []
    for _ in range(DEEPEST + 1):
        deep = [deep]
    for value in (endless, deep, [0] * 100_000):
        with pytest.raises(TooLarge):
            describe(value)


def test_colliding_keys_cost_no_more_than_others() -> None:
    forged = [[["int", str(number * (2**61 - 1))], ["NoneType"]] for number in range(20_000)]
    assert are_equal(["dict", forged], ["dict", forged], tolerance=0)


def test_a_too_deep_description_is_not_equal() -> None:
    messages: Any = 1
    for _ in range(5_000):
        messages = ["set", [messages]]
    assert not are_equal(["set", []], messages, tolerance=0)


def test_a_notation_is_bounded_and_never_fails() -> None:
    class Sulky:
        def __repr__(self) -> str:
            raise RuntimeError

    assert format_value(Sulky()) == "<Sulky: its __repr__ raised RuntimeError>"
    assert len(format_value("x" * 10**6)) < 21_000
    assert format_value(10**10_000).startswith("0x")
