"""The tree-sitter grammar of each language, loaded on demand."""

import functools
from importlib import import_module

import tree_sitter

from kriterion_tools.languages import REGISTER


@functools.cache
def list_kinds(language: str) -> tuple[str, ...]:
    """Return the names of a grammar's node kinds; the index is the kind's number."""
    grammar = find_grammar(language)
    return tuple(
        grammar.node_kind_for_id(number) or "" for number in range(grammar.node_kind_count)
    )


@functools.cache
def list_known_kinds(language: str) -> frozenset[str]:
    """Return the names of a grammar's node kinds as a set."""
    return frozenset(list_kinds(language))


@functools.cache
def find_grammar(language: str) -> tree_sitter.Language:
    """Return the grammar of a language of the register."""
    line = REGISTER[language]
    return tree_sitter.Language(getattr(import_module(line.module), line.function)())
