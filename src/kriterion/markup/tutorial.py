"""Render tutorials as HTML. Runnable code is marked by its class."""

import base64
from collections.abc import Iterable, Iterator

from kriterion.markup.element import Markup, element, escape, joined
from kriterion.markup.formulas.formula_delimiters import FormulaNotation
from kriterion.markup.formulas.text_formulas import as_written, draw
from kriterion.markup.highlight.source_html import render_source
from kriterion.markup.media_addresses import MAXIMUM_BYTES, TYPES
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.model import (
    Block,
    Code,
    CodeBlock,
    Emphasis,
    Enumeration,
    Math,
    Paragraph,
    Text,
    TutorialImage,
    Word,
    Words,
)

_LANGUAGE = "ocaml"


def render_words(words: Words) -> Markup:
    """Render running text: a title, or the content of a paragraph."""
    return joined(map(_word, words))


def render_blocks(blocks: Iterable[Block]) -> Markup:
    """Render the content of a step or of a list item."""
    return joined(map(_block, blocks))


def plain_words(words: Words) -> str:
    """Return running text without markup."""
    return "".join(map(_plain_word, words))


def plain_blocks(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the text of a step, block by block, without markup."""
    for block in blocks:
        match block:
            case Paragraph(words):
                yield plain_words(words)
            case Enumeration(items):
                for item in items:
                    yield from plain_blocks(item)
            case CodeBlock(code):
                yield code


def runnable_code(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the runnable code in order."""
    for block in blocks:
        match block:
            case Paragraph(words):
                yield from _runnable_words(words)
            case Enumeration(items):
                for item in items:
                    yield from runnable_code(item)
            case CodeBlock(code, runnable=True):
                yield code


def _runnable_words(words: Words) -> Iterator[str]:
    for word in words:
        match word:
            case Emphasis(inner):
                yield from _runnable_words(inner)
            case Code(code, runnable=True):
                yield code


def _block(block: Block) -> Markup:
    match block:
        case Paragraph((Math(math),)):
            return element("p", _formula(math, display=True))
        case Paragraph(words):
            return element("p", render_words(words))
        case Enumeration(items):
            return element("ul", *(element("li", render_blocks(item)) for item in items))
        case CodeBlock(code, runnable):
            return element("pre", render_source(code, _LANGUAGE), class_=_kind(runnable))


def _word(word: Word) -> Markup:
    match word:
        case Text(text):
            return escape(text)
        case Emphasis(words):
            return element("em", render_words(words))
        case Code(code, runnable):
            return element("code", render_source(code, _LANGUAGE), class_=_kind(runnable))
        case Math(math):
            return _formula(math)
        case TutorialImage():
            return _picture(word)


def _plain_word(word: Word) -> str:
    match word:
        case Text(text) | Code(text) | Math(text):
            return text
        case Emphasis(words):
            return plain_words(words)
        case TutorialImage():
            return word.alt


def _kind(runnable: bool) -> str:
    return "source runnable" if runnable else "source"


def _formula(math: str, *, display: bool = False) -> Markup:
    return draw(math, FormulaNotation.ASCIIMATH, display=display) or as_written(math)


def _picture(image: TutorialImage) -> Markup:
    """Show a picture if its type is supported and cannot run code, otherwise its description."""
    if image.mime not in TYPES.values() or len(image.image) > MAXIMUM_BYTES:
        return escape(f"[{image.alt or '▣'}]")
    data = base64.b64encode(image.image).decode()
    return Markup(f'<img alt="{escape(image.alt)}" src="data:{image.mime};base64,{data}">')
