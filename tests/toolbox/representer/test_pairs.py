"""Pairs of programs that say the same, and pairs that only look alike: what no edit thinks of."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from kriterion_tools.languages import SUFFIXES
from tests.cases import collect_failures
from tests.toolbox.representer.test_edits import represent_solution

LANGUAGES = sorted(SUFFIXES)


def _count_pairs(language: str, which: str) -> Iterator[tuple[str, str, str]]:
    """The name of each pair, and its two programs."""
    pairs = getattr(import_module(f"tests.toolbox.representer.pairs.{language}"), which)
    for name, (one, other) in pairs.items():
        yield name, one, other


@pytest.mark.parametrize("language", LANGUAGES)
def test_equivalent_programs_have_equal_representations(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in _count_pairs(language, "SAME"):
            with cases.case(name):
                assert one != other
                assert (
                    represent_solution(one, language).text
                    == represent_solution(other, language).text
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_lookalike_programs_have_different_representations(language: str) -> None:
    with collect_failures() as cases:
        for name, one, other in _count_pairs(language, "DIFFERENT"):
            with cases.case(name):
                assert (
                    represent_solution(one, language).text
                    != represent_solution(other, language).text
                )
