"""Renders exercise descriptions, which authors write in HTML or Markdown, as harmless HTML.

Scripts, styles and references to other sites are removed, formulas are rendered, and links and
pictures are resolved within the exercise. Headings, tables and drawings stay.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape, unescape
from itertools import islice
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from kriterion.markup.element import Markup, element
from kriterion.markup.formulas.formula_delimiters import (
    IN_HTML,
    IN_MARKDOWN,
    Notations,
    read_notations,
)
from kriterion.markup.formulas.text_formulas import make_formula_pattern, render_formulas
from kriterion.markup.html.link_base import Base
from kriterion.markup.html.removed_content import ContentKind, RemovedContent, find_removed
from kriterion.markup.html.sanitise import is_fast_to_render, sanitise
from kriterion.markup.markdown import markdown_html as markdown
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_tags import StartTag, read_tags

MAXIMUM_REMOVED = 100  # pieces of content to report
MAXIMUM_SHOWN = 64 * 1024  # characters shown as plain text if a description is too long to render

# The script elements in which MathJax's preprocessors store formulas.
_FORMULA_SCRIPT = re.compile(
    r"<script[^<>]{0,99}\btype=[\"']?math/(asciimath|tex)\b[^<>]{0,99}>([^<]{0,4000})</script>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RenderedDescription:
    """A rendered description, and a report for its author on what was removed."""

    html: Markup
    removed: tuple[RemovedContent, ...] = ()


def render_html_description(
    text: str, base: Base, *, place: str = "description"
) -> RenderedDescription:
    """Render a description in HTML; `place` is the prefix of all ids in it."""
    html = _FORMULA_SCRIPT.sub(_delimit_formula, text) if "math/" in text else text
    if not is_fast_to_render(html):
        return _show_as_text(text)
    notations = read_notations(_find_mathjax_scripts(html), IN_HTML)
    removed = islice(find_removed(text, base), MAXIMUM_REMOVED)
    return RenderedDescription(
        _sanitise_with_formulas(html, base, place, notations), tuple(removed)
    )


def render_markdown_description(
    text: str, base: Base, *, place: str = "description"
) -> RenderedDescription:
    """Render a description in Markdown, which may contain HTML; `place` prefixes all ids in it."""
    if len(text) > markdown.MAXIMUM_CHARACTERS:
        return _show_as_text(text)
    tokens = _reader.parse(text)
    html = _reader.renderer.render(tokens, _reader.options, {})
    if not is_fast_to_render(html):
        return _show_as_text(text)
    scripts = (script for token in tokens for script in _find_mathjax_scripts(token.content))
    notations = read_notations(scripts, IN_MARKDOWN)
    removed = islice(_find_removed_in_tokens(tokens, base), MAXIMUM_REMOVED)
    return RenderedDescription(
        _sanitise_with_formulas(html, base, place, notations), tuple(removed)
    )


def find_removed_in_markdown(text: str, base: Base) -> tuple[RemovedContent, ...]:
    """Report what rendering would remove from a description in Markdown."""
    if len(text) > markdown.MAXIMUM_CHARACTERS:
        return _show_as_text(text).removed
    return tuple(islice(_find_removed_in_tokens(_reader.parse(text), base), MAXIMUM_REMOVED))


def _sanitise_with_formulas(html: str, base: Base, place: str, notations: Notations) -> Markup:
    return render_formulas(sanitise(html, place=place, base=base), notations)


def _show_as_text(text: str) -> RenderedDescription:
    everything = RemovedContent(kind=ContentKind.EVERYTHING, line=1, column=1)
    return RenderedDescription(element("pre", text[:MAXIMUM_SHOWN]), (everything,))


def _delimit_formula(script: re.Match[str]) -> str:
    begin, end = ("`", "`") if script[1].lower() == "asciimath" else (r"\(", r"\)")
    return f"{begin}{escape(unescape(script[2]))}{end}"


def _find_mathjax_scripts(html: str) -> Iterator[str]:
    if "MathJax" in html:
        tags = (tag for tag in read_tags(html) if isinstance(tag, StartTag))
        yield from (tag.content for tag in tags if tag.name == "script")


def _find_removed_in_tokens(tokens: Iterable[Token], base: Base) -> Iterator[RemovedContent]:
    """Report removed content: HTML within the Markdown, and Markdown's links and pictures."""
    for block in tokens:
        line = (block.map or (0, 0))[0]
        if block.type == "html_block":
            yield from _shift_lines(find_removed(block.content, base), line)
        for child in block.children or ():
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            yield from _shift_lines(_find_removed_in_inline(child, base), line)


def _find_removed_in_inline(token: Token, base: Base) -> Iterator[RemovedContent]:
    match token.type:
        case "html_inline":
            yield from find_removed(token.content, base)
        case "image" if base.resolve("img", target := str(token.attrs["src"]), "") is None:
            yield RemovedContent(kind=ContentKind.PICTURE, target=target, line=1, column=1)
        case "link_open" if base.resolve("a", target := str(token.attrs["href"]), "") is None:
            yield RemovedContent(kind=ContentKind.LINK, target=target, line=1, column=1)


def _shift_lines(removed: Iterable[RemovedContent], lines: int) -> Iterator[RemovedContent]:
    return (replace(piece, line=piece.line + lines) for piece in removed)


def _parse_formula(state: StateInline, silent: bool) -> bool:
    """Parse a formula with its delimiters as one token, so that it is not read as Markdown."""
    match = _FORMULA.match(state.src, state.pos)
    if not match:
        return False
    if not silent:
        state.push("formula", "", 0).content = match[0]
    state.pos = match.end()
    return True


def _render_formula(
    _: RendererHTML, tokens: list[Token], index: int, _options: Any, _env: Mapping[str, Any]
) -> str:
    # Only escape it: `text_formulas` renders formulas after the HTML is sanitised.
    return escape(tokens[index].content)


_FORMULA = make_formula_pattern(IN_MARKDOWN)
_reader = markdown.make_reader()
_reader.inline.ruler.before("escape", "formula", _parse_formula)
_reader.add_render_rule("formula", _render_formula)
