"""A language's grammar and its table, compiled for the walk."""

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import tree_sitter

from kriterion_tools.analyzer.tagger.conditions import compile_pattern
from kriterion_tools.analyzer.tagger.node_selectors import Selectors, number_kinds
from kriterion_tools.analyzer.tagger.table import (
    Call,
    Condition,
    Function,
    Library,
    Path,
    Rule,
    Table,
)
from kriterion_tools.grammars import find_grammar
from kriterion_tools.languages import REGISTER, find_canonical_name

NAME, METHOD = "name", "method"  # what a selector in `defines` names


class TagPatterns:
    """Patterns of a whole text, each with its tags.

    They are compiled when a text is first compared: compiling all takes longer than a solution.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    @functools.cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
        return tuple(
            (compile_pattern(text), parse_tags(tags)) for text, tags in self._texts.items()
        )

    def find_tags(self, text: str) -> frozenset[str]:
        matching = (tags for pattern, tags in self._patterns if pattern.fullmatch(text))
        return frozenset().union(*matching)


Gives = frozenset[str] | TagPatterns | Condition


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Grammar:
    """A language's table with kinds of nodes as the grammar's numbers."""

    table: Table
    parser: tree_sitter.Parser
    rules: Selectors[Gives]
    uses: Selectors[Library]
    defines: Selectors[str]
    functions: Mapping[int, Function]
    classes: Mapping[int, Path]
    calls: Mapping[int, Call]
    imports: Mapping[int, str]  # kind → key in the table
    mentions: frozenset[int]
    meanings: TagPatterns


@functools.cache
def load_grammar(language: str) -> Grammar | None:
    """Return the compiled grammar of a language, or None if it has no table."""
    name = find_canonical_name(language)
    table = _load_table(name)
    if table is None:
        return None
    grammar = find_grammar(name)
    kinds = number_kinds(grammar)
    return Grammar(
        table=table,
        parser=tree_sitter.Parser(grammar),
        rules=Selectors(grammar, [(key, _compile_rule(rule)) for key, rule in table.rules.items()]),
        uses=Selectors(grammar, table.uses.items()),
        defines=Selectors(
            grammar,
            [(key, NAME) for key in table.defines] + [(key, METHOD) for key in table.methods],
        ),
        functions={id_: what for kind, what in table.functions.items() for id_ in kinds[kind]},
        classes={id_: name for kind, name in table.classes.items() for id_ in kinds[kind]},
        calls={id_: what for kind, what in table.calls.items() for id_ in kinds[kind]},
        imports={id_: kind for kind in table.imports for id_ in kinds[kind]},
        mentions=frozenset(id_ for kind in table.mentions for id_ in kinds[kind]),
        meanings=TagPatterns(table.meanings),
    )


def _load_table(language: str) -> Table | None:
    if language not in REGISTER:
        return None
    module = f"{__package__}.languages.{language}"
    try:
        table = import_module(module).TABLE
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return None
    assert isinstance(table, Table)
    return table


@functools.cache
def parse_tags(text: str) -> frozenset[str]:
    """Parse tags as written in a table. A tag without a category is a construct."""
    return frozenset(tag if ":" in tag else f"construct:{tag}" for tag in text.split())


def _compile_rule(rule: Rule) -> Gives:
    if isinstance(rule, str):
        return parse_tags(rule)
    return TagPatterns(rule) if isinstance(rule, Mapping) else rule
