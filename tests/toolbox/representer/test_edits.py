"""What must change a representation and what must not, for every language, on its fixtures."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from kriterion.contracts.exercism_representer.representation import Representation
from kriterion.toolbox.representer.languages import load_language
from kriterion.toolbox.representer.represent import represent
from tests.toolbox.representer import edits
from tests.toolbox.representer.edits import Syntax

HERE = Path(__file__).parent
LANGUAGES = sorted(one.stem for one in (HERE / "syntaxes").glob("[a-z]*.py"))
FEWEST = 20


def fixtures(language: str) -> Mapping[str, str]:
    return {one.name: one.read_text() for one in sorted((HERE / "fixtures" / language).iterdir())}


@cache
def syntax_of(language: str) -> Syntax:
    syntax = import_module(f"tests.toolbox.representer.syntaxes.{language}").SYNTAX
    assert isinstance(syntax, Syntax)
    return syntax


@cache
def represented(source: str, name: str) -> Representation:
    language = load_language(name)
    assert language is not None
    representation = represent({"solution": source.encode()}, language)
    assert isinstance(representation, Representation), representation
    return representation


CASES = [
    pytest.param(language, name, id=f"{language}-{name}")
    for language in LANGUAGES
    for name in fixtures(language)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_fixtures_enough(language: str) -> None:
    assert len(fixtures(language)) >= FEWEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_fixtures_are_alike(language: str) -> None:
    digests = [represented(source, language).digest for source in fixtures(language).values()]
    assert len(set(digests)) == len(digests)


@pytest.mark.parametrize(("language", "name"), CASES)
@pytest.mark.parametrize("edit", edits.SAME)
def test_what_does_not_matter_changes_nothing(language: str, name: str, edit: str) -> None:
    source = fixtures(language)[name]
    edited = edits.SAME[edit](source, syntax_of(language))
    if edited is None:
        return  # that some fixture is edited, the next test sees to
    assert edited != source
    assert represented(edited, language).text == represented(source, language).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_edit_a_language_has_is_made_somewhere(language: str) -> None:
    syntax = syntax_of(language)
    sources = fixtures(language).values()
    same = {name for name, edit in edits.SAME.items() if any(edit(one, syntax) for one in sources)}
    expected = set(edits.SAME)
    for name, needed in {
        "other spellings": syntax.respelled,
        "parentheses": syntax.wrapped,
        "semicolons": syntax.ended,
        "definitions turned around": syntax.turned,
        "imports turned around": syntax.imports,
        "wider gaps": syntax.spaced,
    }.items():
        if not needed:
            expected.discard(name)
    assert same == expected


@pytest.mark.parametrize(("language", "name"), CASES)
def test_names_do_not_matter(language: str, name: str) -> None:
    source = fixtures(language)[name]
    before = represented(source, language)
    assert before.mapping, "nothing is bound here"
    # A name that is also something else here, a key or a library's, cannot be renamed blindly.
    words = set(re.findall(r"\w+", before.text))
    names = {name for name in before.mapping.values() if name not in words}
    edited = edits.renamed(source, syntax_of(language), names)
    assert edited is not None
    after = represented(edited, language)
    assert after.text == before.text
    fixed = syntax_of(language).fixed_names
    assert after.mapping == {
        placeholder: edits.other_name(name) if name in names and name not in fixed else name
        for placeholder, name in before.mapping.items()
    }


@pytest.mark.parametrize(("language", "name"), CASES)
@pytest.mark.parametrize("edit", edits.DIFFERENT)
def test_what_matters_is_seen(language: str, name: str, edit: str) -> None:
    source = fixtures(language)[name]
    for edited in edits.DIFFERENT[edit](source, syntax_of(language)):
        if is_right(edited, language):
            assert represented(edited, language).text != represented(source, language).text, edited


@pytest.mark.parametrize(("language", "name"), CASES)
def test_another_member_of_a_library_is_seen(language: str, name: str) -> None:
    source = fixtures(language)[name]
    own = set(represented(source, language).mapping.values())
    for edited in edits.with_another_member(source, syntax_of(language), own):
        assert represented(edited, language).text != represented(source, language).text, edited


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_a_language_has_is_made_somewhere(language: str) -> None:
    syntax = syntax_of(language)
    sources = fixtures(language).values()
    for name, edit in edits.DIFFERENT.items():
        assert any(edit(source, syntax) for source in sources), name
    assert any(edits.with_another_member(source, syntax, ()) for source in sources)


def is_right(source: str, name: str) -> bool:
    language = load_language(name)
    assert language is not None
    return isinstance(represent({"solution": source.encode()}, language), Representation)
