"""The tree-sitter grammar of each language, loaded when it is asked for."""

import functools
from importlib import import_module

import tree_sitter

# Where a grammar is not `tree_sitter_NAME.language`.
_ELSEWHERE = {
    "ocaml": ("tree_sitter_ocaml", "language_ocaml"),
    "php": ("tree_sitter_php", "language_php"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
}


@functools.cache
def kinds_of(language: str) -> tuple[str, ...]:
    """The names of a grammar's kinds of nodes, by number."""
    grammar = grammar_of(language)
    return tuple(grammar.node_kind_for_id(one) or "" for one in range(grammar.node_kind_count))


@functools.cache
def known_kinds(language: str) -> frozenset[str]:
    """All those names."""
    return frozenset(kinds_of(language))


@functools.cache
def grammar_of(language: str) -> tree_sitter.Language:
    """The grammar of a language of SUFFIXES."""
    module, function = _ELSEWHERE.get(language, (f"tree_sitter_{language}", "language"))
    return tree_sitter.Language(getattr(import_module(module), function)())
