"""What must change a representation and what must not, for every language, on its fixtures."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from kriterion_tools.contracts.exercism_representer.representation import Representation
from kriterion_tools.languages import SUFFIXES
from kriterion_tools.representer.languages import load_language
from kriterion_tools.representer.represent import represent
from tests.cases import collect_failures
from tests.toolbox.representer import edits
from tests.toolbox.representer.edits import Syntax

HERE = Path(__file__).parent
LANGUAGES = sorted(SUFFIXES)
FEWEST = 20
FEW, MORE = "a few solutions", "the other solutions"
EACH_SHARE = pytest.mark.parametrize(
    "share", [FEW, pytest.param(MORE, marks=pytest.mark.long(reason="three times as many"))]
)


@cache
def load_fixtures(language: str) -> Mapping[str, str]:
    return {
        path.name: path.read_text() for path in sorted((HERE / "fixtures" / language).iterdir())
    }


def list_share(language: str, share: str) -> Iterator[tuple[str, str]]:
    """Yield the names and sources of every fourth fixture, or of the others."""
    for number, fixture in enumerate(load_fixtures(language).items()):
        if (number % 4 == 0) == (share == FEW):
            yield fixture


@cache
def load_syntax(language: str) -> Syntax:
    syntax = import_module(f"tests.toolbox.representer.syntaxes.{language}").SYNTAX
    assert isinstance(syntax, Syntax)
    return syntax


def represent_if_right(source: str, name: str) -> Representation | None:
    """The representation; None of what the language's parser refuses."""
    language = load_language(name)
    assert language is not None
    representation = represent({"solution": source.encode()}, language)
    return representation if isinstance(representation, Representation) else None


def represent_solution(source: str, name: str) -> Representation:
    representation = represent_if_right(source, name)
    assert representation is not None, source
    return representation


@cache
def represent_fixtures(language: str) -> Mapping[str, Representation]:
    return {
        name: represent_solution(source, language)
        for name, source in load_fixtures(language).items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_enough_fixtures(language: str) -> None:
    assert len(load_fixtures(language)) >= FEWEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_fixtures_are_equivalent(language: str) -> None:
    digests = [represented.digest for represented in represent_fixtures(language).values()]
    assert len(set(digests)) == len(digests)


@EACH_SHARE
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edit", edits.SAME)
def test_irrelevant_edits_change_nothing(language: str, edit: str, share: str) -> None:
    representations = represent_fixtures(language)
    with collect_failures() as cases:
        for name, source in list_share(language, share):
            with cases.case(name):
                edited = edits.SAME[edit](source, load_syntax(language))
                if edited is None:
                    continue  # that some fixture is edited, the next test sees to
                assert edited != source
                assert represent_solution(edited, language).text == representations[name].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_edit_of_a_language_applies_somewhere(language: str) -> None:
    syntax = load_syntax(language)
    sources = load_fixtures(language).values()
    same = {
        name for name, edit in edits.SAME.items() if any(edit(source, syntax) for source in sources)
    }
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


@EACH_SHARE
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_make_no_difference(language: str, share: str) -> None:
    fixed = load_syntax(language).fixed_names
    with collect_failures() as cases:
        for fixture, source in list_share(language, share):
            with cases.case(fixture):
                before = represent_fixtures(language)[fixture]
                assert before.mapping, "nothing is bound here"
                # A name that is also something else here, a key or a library's, cannot be
                # renamed blindly.
                words = set(re.findall(r"\w+", before.text))
                names = {name for name in before.mapping.values() if name not in words}
                edited = edits.rename_all(source, load_syntax(language), names)
                assert edited is not None
                after = represent_solution(edited, language)
                assert after.text == before.text
                assert after.mapping == {
                    placeholder: edits.make_other_name(name)
                    if name in names and name not in fixed
                    else name
                    for placeholder, name in before.mapping.items()
                }


@EACH_SHARE
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edit", edits.DIFFERENT)
def test_relevant_edits_make_a_difference(language: str, edit: str, share: str) -> None:
    with collect_failures() as cases:
        for name, source in list_share(language, share):
            with cases.case(name):
                for edited in edits.DIFFERENT[edit](source, load_syntax(language)):
                    after = represent_if_right(edited, language)
                    if after is not None:
                        assert after.text != represent_fixtures(language)[name].text, edited


@EACH_SHARE
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_library_member_makes_a_difference(language: str, share: str) -> None:
    with collect_failures() as cases:
        for name, source in list_share(language, share):
            with cases.case(name):
                before = represent_fixtures(language)[name]
                own = set(before.mapping.values())
                for edited in edits.with_another_member(source, load_syntax(language), own):
                    assert represent_solution(edited, language).text != before.text, edited


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_of_a_language_applies_somewhere(language: str) -> None:
    syntax = load_syntax(language)
    sources = load_fixtures(language).values()
    for name, edit in edits.DIFFERENT.items():
        assert any(edit(source, syntax) for source in sources), name
    assert any(edits.with_another_member(source, syntax, ()) for source in sources)
