"""Renders tutorials as HTML. Runnable code has the class "runnable"."""

import base64
from collections.abc import Iterable, Iterator

from kriterion.markup.element import Markup, element, escape, join_html
from kriterion.markup.formulas.formula_delimiters import FormulaNotation
from kriterion.markup.formulas.text_formulas import render_formula, render_formula_source
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
    """Render inline text: a title, or the content of a paragraph."""
    return join_html(map(_render_word, words))


def render_blocks(blocks: Iterable[Block]) -> Markup:
    """Render the content of a step or of a list item."""
    return join_html(map(_render_block, blocks))


def extract_text(words: Words) -> str:
    """Return inline text without markup."""
    return "".join(map(_extract_word_text, words))


def extract_block_texts(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the text of each block without markup."""
    for block in blocks:
        match block:
            case Paragraph(words):
                yield extract_text(words)
            case Enumeration(items):
                for item in items:
                    yield from extract_block_texts(item)
            case CodeBlock(code):
                yield code


def extract_runnable_code(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield each runnable piece of code, in order."""
    for block in blocks:
        match block:
            case Paragraph(words):
                yield from _extract_runnable_words(words)
            case Enumeration(items):
                for item in items:
                    yield from extract_runnable_code(item)
            case CodeBlock(code, runnable=True):
                yield code


def _extract_runnable_words(words: Words) -> Iterator[str]:
    for word in words:
        match word:
            case Emphasis(inner):
                yield from _extract_runnable_words(inner)
            case Code(code, runnable=True):
                yield code


def _render_block(block: Block) -> Markup:
    match block:
        case Paragraph((Math(math),)):
            return element("p", _render_formula(math, display=True))
        case Paragraph(words):
            return element("p", render_words(words))
        case Enumeration(items):
            return element("ul", *(element("li", render_blocks(item)) for item in items))
        case CodeBlock(code, runnable):
            return element(
                "pre", render_source(code, _LANGUAGE), class_=_choose_code_class(runnable)
            )


def _render_word(word: Word) -> Markup:
    match word:
        case Text(text):
            return escape(text)
        case Emphasis(words):
            return element("em", render_words(words))
        case Code(code, runnable):
            return element(
                "code", render_source(code, _LANGUAGE), class_=_choose_code_class(runnable)
            )
        case Math(math):
            return _render_formula(math)
        case TutorialImage():
            return _render_picture(word)


def _extract_word_text(word: Word) -> str:
    match word:
        case Text(text) | Code(text) | Math(text):
            return text
        case Emphasis(words):
            return extract_text(words)
        case TutorialImage():
            return word.alt


def _choose_code_class(runnable: bool) -> str:
    return "source runnable" if runnable else "source"


def _render_formula(math: str, *, display: bool = False) -> Markup:
    return render_formula(
        math, FormulaNotation.ASCIIMATH, display=display
    ) or render_formula_source(math)


def _render_picture(image: TutorialImage) -> Markup:
    """Render a picture, or its description if its type is not supported or it is too large."""
    if image.mime not in TYPES.values() or len(image.image) > MAXIMUM_BYTES:
        return escape(f"[{image.alt or '▣'}]")
    data = base64.b64encode(image.image).decode()
    return Markup(f'<img alt="{escape(image.alt)}" src="data:{image.mime};base64,{data}">')
