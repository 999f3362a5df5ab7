"""Markdown as judges and teachers write it: with tables, and with HTML that is sanitised."""

from markdown_it import MarkdownIt

from kriterion.markup.element import Markup, element
from kriterion.markup.highlight.source_html import render_source
from kriterion.markup.html.sanitise import readable, sanitise
from kriterion.markup.media_addresses import NO_MEDIA, Media

MAXIMUM_CHARACTERS = 128 * 1024


def render_markdown(text: str, *, place: str = "message", media: Media = NO_MEDIA) -> Markup:
    """Markdown as safe HTML; a text that takes too long to be read is shown as it is."""
    if len(text) <= MAXIMUM_CHARACTERS:
        html = _reader.render(text)
        if readable(html):
            return sanitise(html, place=place, media=media)
    return element("pre", text)


def make_reader() -> MarkdownIt:
    """A reader of Markdown, for those who teach it more."""
    reader = MarkdownIt("commonmark", {"html": True, "highlight": _fence})
    return reader.enable(["table", "strikethrough"])


def _fence(text: str, language: str, _attributes: str) -> str:
    return element("pre", render_source(text, language))


_reader = make_reader()
