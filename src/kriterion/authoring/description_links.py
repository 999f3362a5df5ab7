"""Find relative links in a description, with their lines."""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kriterion.exercises.exercise import DescriptionFormat

MAXIMUM_CHARACTERS = 64 * 1024  # longer texts are cut

_MEDIA = "media/"
_REFERRING = ("src", "href", "data-large", "poster", "data")
# Unlike the standard library's parser, this is linear for any text: an unclosed tag ends at the
# next "<", which no address contains.
_INSIDE = r"""(?:[^"'<>]|"[^"<]*"|'[^'<]*')*+>"""
_PIECE = re.compile(
    r"<!--.*?(?:-->|\Z)"
    rf"|(?P<raw><(?P<kind>script|style)\b{_INSIDE}).*?(?:</(?P=kind)|\Z)"
    rf"|(?P<tag><[a-z]{_INSIDE})",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"""(?P<name>[^\s"'<>/=]+)"""
    r"""(?:\s*+=\s*+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'<>]+)))?"""
)
# kramdown's attribute lists, which other dialects lack: ![x](a.png){:data-large="media/b.png"}
_KRAMDOWN = re.compile(r"""data-large=["']([^"'\n]+)["']""")

_markdown = MarkdownIt("commonmark", {"html": True}).enable("table")


@dataclass(frozen=True, slots=True)
class Link:
    """A relative address as written; `line` counts from 1."""

    line: int
    target: str


def read_links(text: str, form: DescriptionFormat) -> list[Link]:
    """Return all links of a description in order, except those in code."""
    if form is DescriptionFormat.HTML:
        return _find_links_in_html(text, first_line=1)
    links = []
    lines = text.split("\n")
    for token in _markdown.parse(text):
        begin, end = token.map or (0, 0)
        if token.type == "html_block":
            links += _find_links_in_html(token.content, first_line=begin + 1)
        block, place = "\n".join(lines[begin:end]), 0
        for target in (target for child in token.children or () for target in _find_targets(child)):
            place = max(block.find(unquote(target), place), block.find(target, place), place)
            links.append(Link(begin + 1 + block.count("\n", 0, place), target))
    return links


def find_media_path(target: str) -> str | None:
    """Return the path below `media/` that a link refers to; None for another link.

    Source: Dodona serves `media/…` beside a description, and nothing else of an exercise.
    """
    try:
        address = urlsplit(target.strip())
    except ValueError:
        return None
    if address.scheme or address.netloc:
        return None
    path = posixpath.normpath(unquote(address.path))
    return path.removeprefix(_MEDIA) if path.startswith(_MEDIA) else None


def _find_targets(token: Token) -> Iterator[str]:
    """Yield the addresses in one inline token, including pictures inside links."""
    match token.type:
        case "image":
            yield str(token.attrs["src"])
        case "link_open":
            yield str(token.attrs["href"])
        case "html_inline":
            yield from (link.target for link in _find_links_in_html(token.content, first_line=1))
        case "text":
            yield from _KRAMDOWN.findall(token.content)


def _find_links_in_html(html: str, first_line: int) -> list[Link]:
    links = []
    line, counted = first_line, 0
    for piece in _PIECE.finditer(html):
        tag = piece["raw"] or piece["tag"]
        for attribute in _ATTRIBUTE.finditer(tag or ""):
            value = attribute["double"] or attribute["single"] or attribute["bare"]
            if value and attribute["name"].lower() in _REFERRING:
                begin = piece.start() + attribute.start()
                line += html.count("\n", counted, begin)
                counted = begin
                links.append(Link(line, unescape(value)))
    return links
