"""Tutorials in Markdown.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_tutorial_parser.ml and the tutorial
"md-syntax" of its demo-repository. Its Markdown is that of omd 1; tutorials use what CommonMark
reads alike.
"""

import re
from itertools import islice

from markdown_it.token import Token

from kriterion.contracts.learn_ocaml_repository.fault import Fault
from kriterion.contracts.learn_ocaml_repository.tutorial.assembly import (
    Heading,
    Part,
    Place,
    assemble,
    refused,
    too_long,
)
from kriterion.contracts.learn_ocaml_repository.tutorial.markdown_tokens import (
    place_of_block,
    place_of_inline,
    read_tokens,
)
from kriterion.contracts.learn_ocaml_repository.tutorial.markdown_words import (
    read_words,
    refused_words,
)
from kriterion.contracts.learn_ocaml_repository.tutorial.marked_code import read_code_blocks
from kriterion.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_CHARACTERS,
    MAXIMUM_DEPTH,
    Block,
    Emphasis,
    Enumeration,
    Paragraph,
    Text,
    Tutorial,
    Words,
)
from kriterion.contracts.learn_ocaml_repository.tutorial.words import running

MAXIMUM_FAULTS = 100  # told of one tutorial; a text that is no tutorial at all has no end of them

_HTML_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)
_REFUSED = {
    "blockquote_open": ("a quotation", "make it a paragraph"),
    "hr": ("a rule", "remove it"),
    "html_block": ("HTML", "write it in Markdown, or the whole tutorial in HTML"),
    "table_open": ("a table", "write it as a list or as code"),
}


def read_markdown_tutorial(id: str, text: str) -> tuple[Tutorial | None, list[Fault]]:  # noqa: A002
    """A tutorial as learn-ocaml reads it; what learn-ocaml refuses is read as well as possible."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None, [too_long(MAXIMUM_CHARACTERS)]
    reader = _Reader(text)
    for token in read_tokens(text):
        reader.read(token)
    tutorial, faults = assemble(id, reader.parts)
    return tutorial, [*faults, *reader.faults]


class _Reader:
    """Blocks as they come; those inside lists wait until their list ends."""

    def __init__(self, text: str) -> None:
        self.parts: list[Part] = []
        self.faults: list[Fault] = []
        self._lines = text.split("\n")
        self._heading = 0
        self._row: list[Words] | None = None
        # Lists that are open: where each began, and its items so far.
        self._open: list[tuple[Place, list[list[Block]]]] = []

    def read(self, token: Token) -> None:
        place = place_of_block(token)
        if token.type in _REFUSED:
            what, fix = _REFUSED[token.type]
            self._refuse(f"{what} is no part of a tutorial", place, fix)
        if token.level >= MAXIMUM_DEPTH - 1:
            self._refuse("is nested too deep, and not all of it is read", place)
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._open.append((place, []))
            case "list_item_open":
                self._open[-1][1].append([])
            case "bullet_list_close" | "ordered_list_close":
                begin, items = self._open.pop()
                self._add(Enumeration(tuple(map(tuple, items))), begin)
            case "heading_open":
                self._heading = int(token.tag[1:])
            case "tr_open":
                self._row = []
            case "tr_close":
                self._add(Paragraph(_with_bars(self._row or [])), place)
                self._row = None
            case "inline":
                self._read_inline(token, place)
            case "code_block" | "fence":
                for block in read_code_blocks(token.content):
                    self._add(block, place)
            case "html_block":
                words = (Text(" ".join(_HTML_TAG.sub(" ", token.content).split())),)
                if words != (Text(""),):
                    self._add(Paragraph(words), place)

    def _read_inline(self, token: Token, place: Place) -> None:
        for child, what, fix in islice(refused_words(token), MAXIMUM_FAULTS - len(self.faults)):
            self._refuse(what, place_of_inline(child, token, self._lines), fix)
        words = read_words(token)
        level, self._heading = self._heading, 0
        if self._row is not None:
            self._row.append(words)
        elif level in (1, 2) and not self._open:
            self.parts.append(Part(Heading(level, words), place))
        elif level:
            where = "in a list" if self._open else f"of level {level}"
            self._refuse(f"a heading {where} is no part of a tutorial", place, "emphasise it")
            self._add(Paragraph((Emphasis(words),)), place)
        else:
            self._add(Paragraph(words), place)

    def _add(self, block: Block, place: Place) -> None:
        if self._open:
            self._open[-1][1][-1].append(block)
        else:
            self.parts.append(Part(block, place))

    def _refuse(self, what: str, place: Place, fix: str = "") -> None:
        if len(self.faults) < MAXIMUM_FAULTS:
            self.faults.append(refused(what, place, fix))


def _with_bars(cells: list[Words]) -> Words:
    """The cells of a row as one text."""
    return running(
        word for index, cell in enumerate(cells) for word in (Text(" | " * (index > 0)), *cell)
    )
