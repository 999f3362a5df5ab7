"""The tree-sitter grammar of each language, loaded on demand."""

import functools
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from types import ModuleType

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
def list_concrete_kinds(language: str) -> frozenset[str]:
    """Return the names of the kinds that nodes have; those of supertypes are only in queries."""
    grammar = find_grammar(language)
    supertypes = frozenset(grammar.supertypes)
    return frozenset(
        name
        for number, name in enumerate(list_kinds(language))
        if grammar.node_kind_is_visible(number) and number not in supertypes
    )


@functools.cache
def list_ambiguous_kinds(language: str) -> frozenset[str]:
    """Return the names that are kinds of both nodes and tokens, such as `if` in Ruby."""
    grammar = find_grammar(language)
    nodes: set[str] = set()
    tokens: set[str] = set()
    for number, name in enumerate(list_kinds(language)):
        if grammar.node_kind_is_visible(number):
            (nodes if grammar.node_kind_is_named(number) else tokens).add(name)
    return frozenset(nodes & tokens)


@functools.cache
def find_grammar(language: str) -> tree_sitter.Language:
    """Return the grammar of a language of the register."""
    line = REGISTER[language]
    return tree_sitter.Language(getattr(_load_binding(line.module), line.function)())


def _load_binding(package: str) -> ModuleType:
    """Load the compiled module of a grammar's package without the package.

    The package imports `importlib.resources` for files that we do not read, and that takes a tenth
    of the time in which a tool starts.
    """
    whole = find_spec(package)
    places = None if whole is None else whole.submodule_search_locations
    spec = PathFinder.find_spec(f"{package}._binding", places)
    if spec is None or spec.loader is None:
        return import_module(package)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
