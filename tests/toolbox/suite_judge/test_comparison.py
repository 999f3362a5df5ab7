"""Texts are compared as leniently as the author asks, and no more."""

import pytest

from kriterion_tools.suite_judge.comparison import find_only_difference, is_same_text
from kriterion_tools.suite_judge.suite import Comparison, Whitespace

TRAILING = Comparison()
EXACT = Comparison(whitespace=Whitespace.EXACT)
WORDS = Comparison(whitespace=Whitespace.WORDS)
CASELESS = Comparison(ignore_case=True)
NEAR = Comparison(tolerance=0.01)


@pytest.mark.parametrize(
    ("expected", "generated", "comparison", "same"),
    [
        ("a\nb", "a\nb\n", TRAILING, True),
        ("a\nb", "a  \r\nb\t\n\n\n", TRAILING, True),
        ("a\nb", "a\n\nb", TRAILING, False),
        ("a\nb", " a\nb", TRAILING, False),
        ("a b", "a  b", TRAILING, False),
        ("", "\n", TRAILING, True),
        ("", "x", TRAILING, False),
        ("a\n", "a", EXACT, False),
        ("a\n", "a\n", EXACT, True),
        ("a b", " a\n\tb ", WORDS, True),
        ("a b", "ab", WORDS, False),
        ("Straße", "STRASSE", CASELESS, True),
        ("a", "A", TRAILING, False),
        ("x = 1.00", "x = 1.005", NEAR, True),
        ("x = 1.00", "x = 1.5", NEAR, False),
        ("x = 1", "y = 1", NEAR, False),
        ("1 2", "1", NEAR, False),
        ("1\n2", "1 2", NEAR, False),
        ("1\n2", "1 2", WORDS._replace(tolerance=0.01), True),
        ("nan", "nan", NEAR, True),
        ("nan", "1", NEAR, False),
    ],
)
def test_texts_are_compared_by_the_configured_rules(
    expected: str, generated: str, comparison: Comparison, same: bool
) -> None:
    assert is_same_text(expected, generated, comparison) is same


@pytest.mark.parametrize(
    ("expected", "generated", "name"),
    [
        ("a b", "ab", None),
        ("a b", "a  b", "only whitespace differs"),
        ("Hello", "hello", "only capitals differ"),
        ("Hello", "goodbye", None),
    ],
)
def test_a_small_difference_is_named(expected: str, generated: str, name: str | None) -> None:
    assert find_only_difference(expected, generated, TRAILING) == name
