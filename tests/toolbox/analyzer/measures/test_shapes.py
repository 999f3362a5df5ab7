"""The tables of shapes: they name what their grammars have, and agree with the tagger's."""

import pytest

from kriterion_tools.analyzer.measures.language_kinds import load_kinds
from kriterion_tools.analyzer.measures.language_shapes import SHAPES
from kriterion_tools.analyzer.measures.pure_calls import PURE_CALLS
from kriterion_tools.analyzer.tagger.grammar import load_grammar
from kriterion_tools.grammars import list_known_kinds
from kriterion_tools.languages import SUFFIXES

WITHOUT_CALLS = {"bash"}


def test_every_language_has_a_shape() -> None:
    assert SHAPES.keys() == SUFFIXES.keys()
    assert PURE_CALLS.keys() == SUFFIXES.keys() - WITHOUT_CALLS


@pytest.mark.parametrize("language", SHAPES)
def test_all_kinds_are_in_the_grammar(language: str) -> None:
    shape = SHAPES[language]
    named = {kind for name in shape.__slots__ for kind in getattr(shape, name)}
    assert named <= list_known_kinds(language)
    assert load_kinds(language) is not None


@pytest.mark.parametrize("language", SHAPES)
def test_loops_and_conditions_are_the_taggers(language: str) -> None:
    grammar = load_grammar(language)
    assert grammar is not None
    shape = SHAPES[language]
    tagged = {part.strip("'") for rule in grammar.table.rules for part in rule.split(" > ")}
    tagged |= {part.partition(":")[2] for part in tagged}
    assert shape.loops | shape.conditions | shape.continued <= tagged


def test_no_call_is_both_cheap_and_worth_a_variable() -> None:
    for pure in PURE_CALLS.values():
        assert not pure.cheap & (pure.functions | pure.methods)
