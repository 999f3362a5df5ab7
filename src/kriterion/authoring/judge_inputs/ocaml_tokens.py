"""The tokens of OCaml source, as far as checks need them.

Source: the OCaml manual, "Lexical conventions" and "Language extensions", and the compiler's rules
for what a comment contains: strings and characters in it are read as such.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Token(NamedTuple):
    """A word, or a sign: `text` starts at `offset`."""

    text: str
    offset: int


class LexicalFault(Exception):
    """The source cannot be split into tokens; `offset` is where the reason is."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.what, self.offset = what, offset


_STRING = r'"(?:[^"\\]|\\.)*+"'
_CHARACTER = r"""'(?:[^\\'\r\n]|\r?\n|\\(?:[\\"'ntbr ]|\d{3}|o[0-7]{3}|x[0-9a-fA-F]{2}))'"""
_QUOTE = r"\{(?:%%?[\w'.]+[ \t\r\n]*)?(?P<quote>[a-z_]*)\|"
_WORD = r"[^\W\d][\w']*"
_NUMBER = r"\d[\w.]*"
_IN_CODE = re.compile(
    rf"(?P<blank>\s+)|(?P<comment>\(\*)|(?P<string>{_STRING})|(?P<open>\")|(?P<character>{_CHARACTER})"
    rf"|{_QUOTE}|(?P<word>{_WORD})|(?P<number>{_NUMBER})"
    r"|(?P<sign>:=|;;|\[\||\|\]|[=<>@^|&+\-*/$%][!$%&*+\-./:<=>?@^|~]*+|[!#'(),.:;?\[\]`{}~])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_IN_COMMENT = re.compile(
    rf"(?P<comment>\(\*)|(?P<end>\*\))|(?P<string>{_STRING})|(?P<open>\")|{_CHARACTER}"
    rf"|{_QUOTE}|{_WORD}",
    re.DOTALL,
)


def list_tokens(source: str) -> Iterator[Token]:
    """Yield words and signs, without comments and literals. Raises LexicalFault."""
    place = 0
    while (match := _IN_CODE.match(source, place)) is not None:
        place = match.end()
        match match.lastgroup:
            case "comment":
                place = _skip_comment(source, match.start())
            case "quote":
                place = _skip_quoted_text(source, match)
            case "open":
                raise LexicalFault("a string is not closed", match.start())
            case "other":
                raise LexicalFault(f"{match[0]!r} is not allowed here", match.start())
            case "word" | "sign":
                yield Token(match[0], match.start())


def _skip_comment(source: str, start: int) -> int:
    """Return the end of the comment that starts there; comments may be nested."""
    opened, place = [start], start + 2
    while opened:
        match = _IN_COMMENT.search(source, place)
        if match is None:
            raise LexicalFault("a comment is not closed", opened[-1])
        place = match.end()
        match match.lastgroup:
            case "comment":
                opened.append(match.start())
            case "end":
                opened.pop()
            case "quote":
                place = _skip_quoted_text(source, match)
            case "open":
                raise LexicalFault("a comment contains a string that is not closed", match.start())
    return place


def _skip_quoted_text(source: str, opening: re.Match[str]) -> int:
    closing = f"|{opening['quote']}}}"
    end = source.find(closing, opening.end())
    if end < 0:
        raise LexicalFault("a quoted text is not closed", opening.start())
    return end + len(closing)
