"""Rules of ast-grep, and what it does when it fails."""

import pytest

from kriterion_tools.analyzer.engine import patterns
from kriterion_tools.analyzer.engine.patterns import UNKNOWN, parse_code
from tests.toolbox.analyzer.tables import TAGGED
from tests.toolbox.analyzer.written import analyse_code, build_book


class Panic(BaseException):
    """What pyo3 raises when Rust panics: no Exception."""


class Panicking:
    """A parsed file in which every search panics."""

    def find_all(self, _: object) -> None:
        raise Panic("called `Option::unwrap()` on a `None` value")


BOOK = """
language: python
rules:
  - {id: a, stage: idiom, rule: {pattern: f()}, comment: p.g.a}
  - {id: b, stage: idiom, query: (call) @place, comment: p.g.b}
"""


@pytest.mark.parametrize("language", sorted(set(TAGGED) - UNKNOWN))
def test_ast_grep_knows_every_language_but_one(language: str) -> None:
    assert parse_code("", language).find_all(regex="nothing at all") == []


def test_a_rule_that_panics_is_skipped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "parse_code", lambda *_: Panicking())
    analysis = analyse_code(build_book(BOOK), "f()\n")
    assert [comment.pointer for comment in analysis.analysis.comments] == ["p.g.b"]
    assert any(
        "rule a is left out: called `Option::unwrap()` on a `None` value" in line
        for line in analysis.log
    )


def test_the_number_of_matches_is_limited() -> None:
    analysis = analyse_code(build_book(BOOK), "f()\n" * 500)
    assert "holds, 200 matches" in analysis.log[-1]
