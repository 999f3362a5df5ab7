"""The tokens of a source text in a language without a grammar, or of one that no grammar reads.

Every pattern matches in linear time, for any text.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

_LISPS: Final = frozenset({"clojure", "commonlisp", "elisp", "lisp", "racket", "scheme"})
_DASHED: Final = frozenset({"ada", "elm", "lua", "purescript", "sql", "vhdl"})
_PERCENT: Final = frozenset({"erlang", "matlab", "octave", "prolog"})
_MAX_OPERATORS: Final = 3  # characters of an operator such as `>>=`
# Keywords of common languages: words that no program chooses for itself.
_KEYWORD_TEXT: Final = (
    "abstract and as async await begin bool boolean break by byte case catch char class const "
    "continue data def default defer define delete deriving do double elif else elseif elsif "
    "end enum except export extends false final finally float fn for foreach from fun func "
    "function global goto if impl implements import in include instance int interface is "
    "lambda let local long loop match module mut namespace new nil none not null of op or "
    "override package pass print private proc procedure program protected protocol public "
    "raise record ref repeat require return select self short signed static string struct "
    "sub super switch synchronized then this throw throws trait true try type typedef union "
    "unless unsigned until use using val var void volatile when where while with yield"
)
_KEYWORDS: Final = frozenset(_KEYWORD_TEXT.split())


def read_plain_tokens(text: str, language: str) -> Iterator[tuple[str, int]]:
    """Yield the kind and the line of each token; names, numbers and strings lose their text."""
    line = 0
    for match in _choose_patterns(_find_comments(language)).finditer(text):
        group = match.lastgroup
        if group == "newline":
            line += 1
            continue
        if group == "name":
            word = match[0].lower()
            yield (word if word in _KEYWORDS else "name"), line
        elif group == "operator":
            yield match[0], line
        elif group in ("number", "string"):
            yield group, line
        elif group == "block":
            line += match[0].count("\n")


def _find_comments(language: str) -> tuple[str, str]:
    """Return patterns of line comments and of quotes."""
    if language in _LISPS:
        return ";", '"'
    if language in _DASHED:
        return "--", "\"'"
    if language in _PERCENT:
        return "%", "\"'"
    return "//|#", "\"'`"


@cache
def _choose_patterns(comments: tuple[str, str]) -> re.Pattern[str]:
    begin, quotes = comments
    # A string that does not end goes to the end of its line, so that no text is read twice.
    strings = "|".join(
        rf"{quote}[^{quote}\\\n]*(?:\\.[^{quote}\\\n]*)*{quote}?" for quote in quotes
    )
    return re.compile(
        rf"(?P<newline>\n)|(?P<space>[^\S\n]+)|(?P<block>/\*(?s:.*?)(?:\*/|\Z))"
        rf"|(?P<comment>(?:{begin})[^\n]*)|(?P<string>{strings})"
        rf"|(?P<number>\d[\w.]*)|(?P<name>\w+)"
        rf"|(?P<operator>[^\w\s(){{}}\[\];,.\"'`]{{1,{_MAX_OPERATORS}}}|.)"
    )
