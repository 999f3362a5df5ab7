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
def grammar_of(language: str) -> tree_sitter.Language:
    """The grammar of a language of SUFFIXES."""
    module, function = _ELSEWHERE.get(language, (f"tree_sitter_{language}", "language"))
    return tree_sitter.Language(getattr(import_module(module), function)())
