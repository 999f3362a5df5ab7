"""Read the tokens of a solution, with the grammar of its language if there is one.

What students choose freely is left out: names, numbers and strings lose their text, comments and
layout are dropped. The site imports nothing of this module: grammars are C code that reads what
students wrote, so only the process of `similarity_process` does.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import tree_sitter

from kriterion.similarity.plain_tokens import read_plain_tokens
from kriterion.similarity.token_sequence import TokenSequence, split_lines
from kriterion_tools.grammars import find_grammar
from kriterion_tools.languages import REGISTER, find_canonical_name, find_languages_by_suffix
from kriterion_tools.solution.parsing import parse

MAX_BYTES: Final = 1_000_000  # of a file that a grammar reads; longer ones are read without
_STRINGS: Final = ("string", "heredoc", "nowdoc", "char_literal", "character_literal", "regex")
# Parts of strings that are code.
_CODE_IN_STRINGS: Final = frozenset(
    {
        *("interpolation", "string_interpolation", "template_substitution"),
        *("simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"),
    }
)


def read_tokens(
    files: Mapping[str, str], language: str, *, use_grammars: bool = True
) -> TokenSequence:
    """Return the tokens of all files, main file first. Takes any text.

    `language` is the exercise's, by any name; a file's suffix may say otherwise.
    """
    return TokenSequence.from_tokens(
        _read_files(files, find_canonical_name(language), use_grammars)
    )


def _read_files(
    files: Mapping[str, str], language: str, use_grammars: bool
) -> Iterator[tuple[str, int]]:
    first = 0
    for path, source in files.items():
        lines = split_lines(source)
        text = "\n".join(lines)
        chosen = _choose_language(path, language)
        for kind, line in _read_file(text, chosen, use_grammars):
            yield kind, first + line
        first += len(lines)


def _choose_language(path: str, language: str) -> str:
    by_suffix = find_languages_by_suffix(path)
    return language if language in by_suffix or not by_suffix else by_suffix[0]


def _read_file(text: str, language: str, use_grammars: bool) -> Iterator[tuple[str, int]]:
    if use_grammars and language in REGISTER:
        content = text.encode("utf-8", "replace")
        if len(content) <= MAX_BYTES:
            root = parse(content, tree_sitter.Parser(find_grammar(language)))
            if root is not None:
                return _walk(root, language)
    return read_plain_tokens(text, language)


def _walk(root: tree_sitter.Node, language: str) -> Iterator[tuple[str, int]]:
    """Yield the leaves of a tree in order; trees may be too deep for recursion."""
    cursor, depth = root.walk(), 0  # the cursor recomputes its depth on each access
    strings: list[int] = []  # the depths of the strings around the node
    while True:
        node = cursor.node
        assert node is not None
        kind = node.type
        enters = False
        if strings and depth == strings[-1] + 1 and kind not in _CODE_IN_STRINGS:
            pass  # the text of a string
        elif node.start_byte == node.end_byte or (node.is_named and "comment" in kind):
            pass
        elif node.is_named and _is_string(kind):
            if not _is_docstring(node, language):
                yield "string", node.start_point[0]
            enters = node.named_child_count > 0
            if enters:
                strings.append(depth)
        elif node.child_count == 0:
            yield kind, node.start_point[0]
        else:
            enters = True
        if enters and cursor.goto_first_child():
            depth += 1
            continue
        if strings and depth == strings[-1]:
            strings.pop()
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1
            if strings and depth == strings[-1]:
                strings.pop()


def _is_string(kind: str) -> bool:
    return any(part in kind for part in _STRINGS)


def _is_docstring(node: tree_sitter.Node, language: str) -> bool:
    """Whether a string is a statement of its own, as comments are written in Python."""
    parent = node.parent
    return language == "python" and parent is not None and parent.type == "expression_statement"
