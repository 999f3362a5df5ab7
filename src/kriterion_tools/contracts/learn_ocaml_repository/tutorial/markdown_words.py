"""Running text of the Markdown form, as words of a tutorial."""

import re
from collections.abc import Iterator
from itertools import islice

from markdown_it.token import Token

from kriterion_tools.contracts.learn_ocaml_repository.tutorial.assembly import MAXIMUM_FAULTS
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.marked_code import read_code
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_DEPTH,
    Emphasis,
    Text,
    Word,
    Words,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.running_text import normalize_words

# What the text of a tutorial cannot contain, and the remedy. Its words are read nevertheless.
_REFUSED = {
    "link": ("a link", "write its address as text"),
    "link_open": ("a link", "write it as text"),
    "image": ("a picture", "describe it in words"),
    "html_inline": ("HTML", "put it in backticks if it is meant as text"),
    "hardbreak": ("a line break", "remove the blanks, or the backslash, at the end of the line"),
}
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_words(block: Token) -> Words:
    """Read the words of an inline token; emphasis nested beyond `MAXIMUM_DEPTH` is ignored."""
    levels: list[list[Word]] = [[]]
    beyond = 0
    for token in block.children or ():
        match token.type:
            case "em_open" | "strong_open" if len(levels) < MAXIMUM_DEPTH:
                levels.append([])
            case "em_open" | "strong_open":
                beyond += 1
            case "em_close" | "strong_close" if beyond:
                beyond -= 1
            case "em_close" | "strong_close":
                inside = normalize_words(levels.pop())
                levels[-1].append(Emphasis(inside))
            case _:
                levels[-1] += _read_word(token)
    return normalize_words(levels[0])


def find_refused_words(block: Token) -> Iterator[tuple[Token, str, str]]:
    """Yield the parts of a line that learn-ocaml refuses: the token, its kind, and the remedy."""
    refused = (token for token in block.children or () if token.type in _REFUSED)
    for token in islice(refused, MAXIMUM_FAULTS):
        element, fix = _REFUSED[token.type]
        yield token, element, fix


def _read_word(token: Token) -> Iterator[Word]:
    match token.type:
        case "text" | "link" | "image":
            yield Text(token.content)
        case "code_inline":
            yield read_code(token.content)
        case "softbreak" | "hardbreak":
            yield Text(" ")
        case "html_inline" if _BREAK.fullmatch(token.content):
            yield Text(" ")
