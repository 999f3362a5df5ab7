"""Which words are spelled almost alike."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.authoring.course.spellings import Spellings


@pytest.mark.parametrize(
    ("known", "text", "meant"),
    [
        ("List manipulation", "list manipulation", "List manipulation"),
        ("higher-order functions", "higher order functions", "higher-order functions"),
        ("recursion", "recusion", "recursion"),
        ("recursion", "recurssion", "recursion"),
        ("recursion", "recurzion", "recursion"),
        ("recursion", "recrusion", "recursion"),
        ("recursion", "iteration", None),
        ("lists1", "lists2", None),
        ("maps", "mops", None),
        ("++", "**", None),
        ("lists/sum", "list/sum", "lists/sum"),
        ("a" * 200, "a" * 201, None),
    ],
)
def test_one_wrong_letter_is_forgiven(known: str, text: str, meant: str | None) -> None:
    assert Spellings(["quite another", known]).find_similar(text) == meant


@given(st.lists(st.text(max_size=12)), st.text(max_size=12))
def test_only_known_words_are_suggested(known: list[str], written: str) -> None:
    assert Spellings(known).find_similar(written) in {None, *known}


@pytest.mark.long(reason="compares thousands of words")
def test_many_words_are_not_compared_pairwise() -> None:
    """Comparing all pairs would be 2,500,000,000 comparisons."""
    words = [f"skill number {number:x} of many" for number in range(50_000)]
    began = time.process_time()
    spellings = Spellings(words)
    assert spellings.find_similar("skil number 1a of many") == "skill number 1a of many"
    assert sum(spellings.find_similar(word) == word for word in words) == 50_000
    assert time.process_time() - began < 300
