"""Tutorials in Markdown.

Source: ocaml-sf/learn-ocaml 5ffd748, src/repo/learnocaml_tutorial_parser.ml and the tutorial
"md-syntax" of its demo-repository. It uses omd 1; what tutorials use of Markdown means the same in
CommonMark.
"""

import re

from markdown_it.token import Token

from kriterion_tools.contracts.learn_ocaml_repository.repository_fault import Fault
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.assembly import (
    Assembly,
    TextPlace,
    report_length,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_tokens import (
    MAXIMUM_NESTING,
    place_of_block,
    place_of_inline,
    read_tokens,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.markdown_words import (
    find_refused_words,
    read_words,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.marked_code import read_code_blocks
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    MAXIMUM_CHARACTERS,
    Paragraph,
    Text,
    Tutorial,
    Words,
)
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.running_text import normalize_words

_HTML_TAG = re.compile(r"<!--.*?(?:-->|\Z)|<[^<>]*>", re.DOTALL)
_REFUSED = {
    "blockquote_open": ("a quotation", "make it a paragraph"),
    "hr": ("a rule", "remove it"),
    "html_block": ("HTML", "write it in Markdown, or the whole tutorial in HTML"),
    "table_open": ("a table", "write it as a list or as code"),
}


def read_markdown_tutorial(name: str, text: str) -> tuple[Tutorial | None, list[Fault]]:
    """Read a tutorial as learn-ocaml does; what learn-ocaml refuses is reported and kept."""
    if len(text) > MAXIMUM_CHARACTERS:
        return None, [report_length(MAXIMUM_CHARACTERS)]
    reader = _Reader(text)
    for token in read_tokens(text):
        reader.read(token)
    return reader.assembly.finish(name), reader.assembly.faults


class _Reader:
    """Builds a tutorial from tokens."""

    def __init__(self, text: str) -> None:
        self.assembly = Assembly()
        self._lines = text.split("\n")
        self._heading = 0
        self._row: list[Words] | None = None

    def read(self, token: Token) -> None:
        place = place_of_block(token)
        if token.type in _REFUSED:
            element, fix = _REFUSED[token.type]
            self.assembly.refuse(
                f"a tutorial cannot contain {element}",
                place,
                fix,
                code="learn-ocaml.tutorial.unsupported-block",
            )
        if token.level >= MAXIMUM_NESTING - 1:
            self.assembly.refuse(
                "is nested too deeply, and a part of it is not read",
                place,
                code="learn-ocaml.tutorial.too-deep",
            )
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self.assembly.begin_list(place)
            case "list_item_open":
                self.assembly.begin_item()
            case "bullet_list_close" | "ordered_list_close":
                self.assembly.end_list()
            case "heading_open":
                self._heading = int(token.tag[1:])
            case "tr_open":
                self._row = []
            case "tr_close":
                self.assembly.add(Paragraph(_join_cells(self._row or [])), place)
                self._row = None
            case "inline":
                self._read_inline(token, place)
            case "code_block" | "fence":
                for block in read_code_blocks(token.content):
                    self.assembly.add(block, place)
            case "html_block":
                words = normalize_words([Text(_HTML_TAG.sub(" ", token.content))])
                if words:
                    self.assembly.add(Paragraph(words), place)

    def _read_inline(self, token: Token, place: TextPlace) -> None:
        for child, element, fix in find_refused_words(token):
            self.assembly.refuse(
                f"the text of a tutorial cannot contain {element}",
                place_of_inline(child, token, self._lines),
                fix,
                code="learn-ocaml.tutorial.unsupported-text",
            )
        words = read_words(token)
        if self._row is not None:
            self._row.append(words)
        elif self._heading:
            self.assembly.add_heading(self._heading, words, place)
            self._heading = 0
        else:
            self.assembly.add(Paragraph(words), place)


def _join_cells(cells: list[Words]) -> Words:
    """Join the cells of a row into one text."""
    return normalize_words(
        word for index, cell in enumerate(cells) for word in (Text(" | " * (index > 0)), *cell)
    )
