"""Pairs of programs that say the same, and pairs that only look alike: what no edit thinks of."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.toolbox.representer.test_edits import represented

LANGUAGES = sorted(one.stem for one in (Path(__file__).parent / "pairs").glob("[a-z]*.py"))


def _pairs(which: str) -> Iterator[Any]:
    for language in LANGUAGES:
        pairs = getattr(import_module(f"tests.toolbox.representer.pairs.{language}"), which)
        for name, (one, other) in pairs.items():
            yield pytest.param(language, one, other, id=f"{language}: {name}")


@pytest.mark.parametrize(("language", "one", "other"), list(_pairs("SAME")))
def test_programs_that_say_the_same_are_alike(language: str, one: str, other: str) -> None:
    assert one != other
    assert represented(one, language).text == represented(other, language).text


@pytest.mark.parametrize(("language", "one", "other"), list(_pairs("DIFFERENT")))
def test_programs_that_only_look_alike_are_told_apart(language: str, one: str, other: str) -> None:
    assert represented(one, language).text != represented(other, language).text
