"""Renders Markdown written by judges and teachers, with tables and sanitised HTML."""

from markdown_it import MarkdownIt

from kriterion.markup.element import Markup, element
from kriterion.markup.highlight.source_html import render_source
from kriterion.markup.html.sanitise import is_fast_to_render, sanitise
from kriterion.markup.media_addresses import NO_MEDIA, Media

MAXIMUM_CHARACTERS = 128 * 1024


def render_markdown(text: str, *, place: str = "message", media: Media = NO_MEDIA) -> Markup:
    """Render Markdown as safe HTML; a text that would take too long is shown as it is."""
    if len(text) <= MAXIMUM_CHARACTERS:
        html = _reader.render(text)
        if is_fast_to_render(html):
            return sanitise(html, place=place, media=media)
    return element("pre", text)


def make_reader() -> MarkdownIt:
    """Create a Markdown parser, which the caller may extend."""
    reader = MarkdownIt("commonmark", {"html": True, "highlight": _highlight_fence})
    return reader.enable(["table", "strikethrough"])


def _highlight_fence(text: str, language: str, _attributes: str) -> str:
    return element("pre", render_source(text, language))


_reader = make_reader()
