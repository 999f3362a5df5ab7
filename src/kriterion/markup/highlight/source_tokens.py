"""Splits source text into tokens of a few kinds: keyword, string, comment …

Pygments is the lexer. Its hundred kinds of token are reduced to the few that readers distinguish,
so that page and terminal each need only a small table of colours.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import Token, _TokenType

# Measured: within these limits, the slowest lexer takes at most a second.
MAXIMUM_CHARACTERS = 64 * 1024
MAXIMUM_LINE = 2_000

# The lexers for extensions that several lexers claim, if the right one is not the first.
_PREFERRED = {
    "c": "c",
    "h": "c",
    "html": "html",
    "js": "javascript",
    "m": "matlab",
    "pl": "prolog",  # in courses, Prolog is more frequent than Perl
    "py": "python",
    "r": "r",
    "sql": "sql",
    "ts": "typescript",
    "txt": "text",
    "xml": "xml",
}

_KINDS = {
    Token.Comment: "comment",
    Token.Comment.Preproc: "keyword",
    Token.Generic.Deleted: "deleted",
    Token.Generic.Error: "error",
    Token.Generic.Heading: "heading",
    Token.Generic.Inserted: "inserted",
    Token.Generic.Output: "",
    Token.Generic.Prompt: "prompt",
    Token.Generic.Traceback: "error",
    Token.Keyword: "keyword",
    Token.Keyword.Constant: "constant",
    Token.Keyword.Type: "type",
    Token.Literal.Number: "number",
    Token.Literal.String: "string",
    Token.Name.Attribute: "attribute",
    Token.Name.Builtin: "builtin",
    Token.Name.Class: "type",
    Token.Name.Decorator: "attribute",
    Token.Name.Exception: "type",
    Token.Name.Function: "function",
    Token.Name.Tag: "keyword",
    Token.Operator.Word: "keyword",
}
KINDS = tuple(sorted(set(_KINDS.values()) - {""}))

_LONG_LINE = re.compile(rf"[^\n]{{{MAXIMUM_LINE + 1}}}")


def tokenize_source(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of each token; plain text has the kind "".

    The tokens always add up to the whole text. It is a single plain token if the language is
    unknown or the text is too long.
    """
    lexer = _find_lexer(language.lower())
    if lexer is None or len(text) > MAXIMUM_CHARACTERS or _LONG_LINE.search(text):
        yield "", text
        return
    pieces = list(_merge_tokens(lexer, text))
    # Some lexers drop invalid text, but readers must see all of it.
    is_complete = "".join(piece for _, piece in pieces) == text
    yield from pieces if is_complete else [("", text)]


def detect_language(file_name: str, declared: str | None = None) -> str:
    """Return the declared language if it is known, else that of the file's extension, or ""."""
    if declared and declared.lower() in _list_lexer_names():
        return declared
    _, dot, extension = file_name.rpartition(".")
    extension = extension.lower()
    return (
        _PREFERRED.get(extension) or _map_extensions_to_languages().get(extension, "")
        if dot
        else ""
    )


# `plugins=False`: only Pygments' own lexers, because finding plugins searches the file system.


@cache
def _list_lexer_names() -> frozenset[str]:
    return frozenset(
        alias.lower() for _, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases
    )


@cache
def _map_extensions_to_languages() -> dict[str, str]:
    languages: dict[str, str] = {}
    for _, aliases, patterns, _ in get_all_lexers(plugins=False):
        for pattern in patterns:
            if aliases and pattern.startswith("*.") and pattern[2:].isalnum():
                languages.setdefault(pattern[2:].lower(), aliases[0])
    return languages


def _merge_tokens(lexer: Lexer, text: str) -> Iterator[tuple[str, str]]:
    """Run the lexer, and merge consecutive tokens of one kind."""
    left = len(text)  # excludes the newline that is added because some lexers need one
    current, piece = "", ""
    for token, value in lexer.get_tokens(text + "\n"):
        value = value[:left]
        left -= len(value)
        kind = _classify_token(token)
        if kind != current and value.strip():
            if piece:
                yield current, piece
            current, piece = kind, ""
        piece += value
    if piece:
        yield current, piece


@lru_cache(maxsize=64)
def _find_lexer(language: str) -> Lexer | None:
    if language not in _list_lexer_names():
        return None
    return get_lexer_by_name(language, stripnl=False, ensurenl=False)


@cache
def _classify_token(token: _TokenType) -> str:
    if token in _KINDS or token.parent is None:
        return _KINDS.get(token, "")
    return _classify_token(token.parent)
