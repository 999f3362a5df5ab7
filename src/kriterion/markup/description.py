"""Render exercise descriptions: authors' HTML or Markdown in, harmless HTML out.

Scripts, styles and everything loaded from other sites are removed. Formulas are drawn, links and
pictures are resolved within the exercise; headings, tables and drawings stay.
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
    notations_of,
)
from kriterion.markup.formulas.text_formulas import formula_pattern, with_formulas
from kriterion.markup.html.link_base import Base
from kriterion.markup.html.removed_content import ContentKind, TakenOut, taken_out_of
from kriterion.markup.html.sanitise import readable, sanitise
from kriterion.markup.markdown import markdown_html as markdown
from kriterion_tools.contracts.learn_ocaml_repository.tutorial.html_tags import StartTag, read_tags

MAXIMUM_TAKEN_OUT = 100  # that are reported
MAXIMUM_SHOWN = 64 * 1024  # characters shown as plain text if a description is too long to render

# The script elements in which MathJax's preprocessors leave formulas.
_FORMULA_SCRIPT = re.compile(
    r"<script[^<>]{0,99}\btype=[\"']?math/(asciimath|tex)\b[^<>]{0,99}>([^<]{0,4000})</script>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RenderedDescription:
    """A description for readers, and a report for its author of what was removed."""

    html: Markup
    taken_out: tuple[TakenOut, ...] = ()


def render_html_description(
    text: str, base: Base, *, place: str = "description"
) -> RenderedDescription:
    """Render a description in HTML. `place` is put before every id in it."""
    html = _FORMULA_SCRIPT.sub(_delimited, text) if "math/" in text else text
    if not readable(html):
        return _as_text(text)
    notations = notations_of(_scripts(html), IN_HTML)
    taken_out = islice(taken_out_of(text, base), MAXIMUM_TAKEN_OUT)
    return RenderedDescription(_safe(html, base, place, notations), tuple(taken_out))


def render_markdown_description(
    text: str, base: Base, *, place: str = "description"
) -> RenderedDescription:
    """Render a description in Markdown, which may contain HTML."""
    if len(text) > markdown.MAXIMUM_CHARACTERS:
        return _as_text(text)
    tokens = _reader.parse(text)
    html = _reader.renderer.render(tokens, _reader.options, {})
    if not readable(html):
        return _as_text(text)
    scripts = (script for token in tokens for script in _scripts(token.content))
    notations = notations_of(scripts, IN_MARKDOWN)
    taken_out = islice(_taken_out_of_tokens(tokens, base), MAXIMUM_TAKEN_OUT)
    return RenderedDescription(_safe(html, base, place, notations), tuple(taken_out))


def taken_out_of_markdown(text: str, base: Base) -> tuple[TakenOut, ...]:
    """Report what rendering would remove from a description in Markdown, without rendering it."""
    if len(text) > markdown.MAXIMUM_CHARACTERS:
        return _as_text(text).taken_out
    return tuple(islice(_taken_out_of_tokens(_reader.parse(text), base), MAXIMUM_TAKEN_OUT))


def _safe(html: str, base: Base, place: str, notations: Notations) -> Markup:
    return with_formulas(sanitise(html, place=place, base=base), notations)


def _as_text(text: str) -> RenderedDescription:
    everything = TakenOut(kind=ContentKind.EVERYTHING, line=1, column=1)
    return RenderedDescription(element("pre", text[:MAXIMUM_SHOWN]), (everything,))


def _delimited(script: re.Match[str]) -> str:
    begin, end = ("`", "`") if script[1].lower() == "asciimath" else (r"\(", r"\)")
    return f"{begin}{escape(unescape(script[2]))}{end}"


def _scripts(html: str) -> Iterator[str]:
    if "MathJax" in html:
        tags = (tag for tag in read_tags(html) if isinstance(tag, StartTag))
        yield from (tag.content for tag in tags if tag.name == "script")


def _taken_out_of_tokens(tokens: Iterable[Token], base: Base) -> Iterator[TakenOut]:
    """Report what is removed from HTML in Markdown, and from Markdown's own links and pictures."""
    for block in tokens:
        line = (block.map or (0, 0))[0]
        if block.type == "html_block":
            yield from _moved(taken_out_of(block.content, base), line)
        for child in block.children or ():
            if child.type in ("softbreak", "hardbreak"):
                line += 1
            yield from _moved(_taken_out_of_inline(child, base), line)


def _taken_out_of_inline(token: Token, base: Base) -> Iterator[TakenOut]:
    match token.type:
        case "html_inline":
            yield from taken_out_of(token.content, base)
        case "image" if base.address("img", target := str(token.attrs["src"]), "") is None:
            yield TakenOut(kind=ContentKind.PICTURE, target=target, line=1, column=1)
        case "link_open" if base.address("a", target := str(token.attrs["href"]), "") is None:
            yield TakenOut(kind=ContentKind.LINK, target=target, line=1, column=1)


def _moved(found: Iterable[TakenOut], lines: int) -> Iterator[TakenOut]:
    return (replace(one, line=one.line + lines) for one in found)


def _formula(state: StateInline, silent: bool) -> bool:
    """Keep formulas out of Markdown's hands: pass them through with their delimiters."""
    found = _IN_TEXT.match(state.src, state.pos)
    if not found:
        return False
    if not silent:
        state.push("formula", "", 0).content = found[0]
    state.pos = found.end()
    return True


def _render_formula(
    _: RendererHTML, tokens: list[Token], index: int, _options: Any, _env: Mapping[str, Any]
) -> str:
    return escape(tokens[index].content)


_IN_TEXT = formula_pattern(IN_MARKDOWN)
_reader = markdown.make_reader()
_reader.inline.ruler.before("escape", "formula", _formula)
_reader.add_render_rule("formula", _render_formula)
