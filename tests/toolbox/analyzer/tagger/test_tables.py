"""What the tables of all languages have in common."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pytest

from kriterion_tools.analyzer.tagger import grammar as grammars
from kriterion_tools.analyzer.tagger.derived import DERIVATIONS
from kriterion_tools.analyzer.tagger.grammar import load_grammar, parse_tags
from kriterion_tools.analyzer.tagger.table import Table
from kriterion_tools.analyzer.tagger.tagger import find_tags
from kriterion_tools.analyzer.tagger.vocabulary import CONSTRUCTS, PARADIGMS, TECHNIQUES, VOCABULARY
from tests.toolbox.analyzer.tables import TAGGED

LANGUAGES = TAGGED
TAGGER = Path(grammars.__file__).parent
WRITTEN = re.compile(r"\b(?:technique|paradigm):[a-z-]+")


def load_table(language: str) -> Table:
    grammar = load_grammar(language)
    assert grammar is not None
    return grammar.table


def list_texts(table: Table) -> Iterator[str]:
    """All tags that a table says outright: those of its conditions are in its module."""
    yield from (table.always, table.nested, table.overloading)
    for rule in table.rules.values():
        if isinstance(rule, str):
            yield rule
        elif isinstance(rule, Mapping):
            yield from rule.values()
    yield from table.meanings.values()
    yield from table.doubtful
    yield from table.doubtful.values()


def test_the_vocabulary_has_the_length_of_the_common_list() -> None:
    assert (len(PARADIGMS), len(TECHNIQUES), len(CONSTRUCTS)) == (11, 32, 234)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_use_the_spelling_of_the_vocabulary(language: str) -> None:
    for text in list_texts(load_table(language)):
        assert parse_tags(text) <= VOCABULARY, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_named_like_its_module(language: str) -> None:
    module = import_module(f"kriterion_tools.analyzer.tagger.languages.{language}")
    assert module.TABLE.name == language


@pytest.mark.parametrize("path", sorted(TAGGER.rglob("*.py")), ids=lambda path: path.stem)
def test_techniques_and_paradigms_in_conditions_are_in_the_vocabulary(path: Path) -> None:
    assert set(WRITTEN.findall(path.read_text())) <= VOCABULARY


def test_implied_tags_are_in_the_vocabulary() -> None:
    for derivation in DERIVATIONS:
        for text in (derivation.gives, derivation.of, derivation.with_any, derivation.without):
            assert parse_tags(text) <= VOCABULARY


def test_the_tags_of_our_solutions_are_in_the_vocabulary() -> None:
    fixtures = Path(__file__).parent / "fixtures"
    solutions = [path for path in fixtures.glob("*/*") if path.suffix != ".tags"]
    assert len(solutions) >= 160
    for path in solutions:
        tags = find_tags({path.name: path.read_text()}, path.parent.name)
        assert {tag for tag in tags if not tag.startswith("uses:")} <= VOCABULARY, path


def test_a_language_without_a_table_has_no_tags() -> None:
    assert find_tags({"a.pl": "print 1;"}, "perl") == ()


def test_a_language_is_found_by_its_other_names() -> None:
    assert find_tags({"a.js": "f(1);"}, "js") == find_tags({"a.js": "f(1);"}, "javascript") != ()
