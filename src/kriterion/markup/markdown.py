"""Markdown as judges and teachers write it: with tables, and with HTML that is sanitised."""

from markdown_it import MarkdownIt

from kriterion.markup.element import Markup, element
from kriterion.markup.sanitise import sanitise
from kriterion.markup.source import render_source

MAXIMUM_CHARACTERS = 128 * 1024


def render_markdown(text: str, *, place: str = "message") -> Markup:
    """Markdown as safe HTML; a text too long to be read in time is shown as it is."""
    if len(text) > MAXIMUM_CHARACTERS:
        return element("pre", text)
    return sanitise(_reader.render(text), place=place)


def _fence(text: str, language: str, _attributes: str) -> str:
    return element("pre", render_source(text, language))


_reader = MarkdownIt("commonmark", {"html": True, "highlight": _fence})
_reader.enable(["table", "strikethrough"])
