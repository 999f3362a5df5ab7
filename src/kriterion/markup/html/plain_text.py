"""Converts sanitised HTML to styled text for terminals."""

import re
from html.parser import HTMLParser

from rich.style import Style
from rich.text import Text

from kriterion.markup.element import Markup
from kriterion.markup.html.allowlist import split_words
from kriterion.markup.visible_text import make_visible

_STYLES = {
    **dict.fromkeys(("b", "strong", "th", "dt", "summary"), Style(bold=True)),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Style(bold=True)),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var", "figcaption"), Style(italic=True)),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), Style(color="cyan")),
    **dict.fromkeys(("ins", "u"), Style(underline=True)),
    **dict.fromkeys(("del", "s"), Style(strike=True)),
    "mark": Style(reverse=True),
}
_LINES = split_words("address br caption dd details div dt figcaption figure li summary tr")
_PARAGRAPHS = split_words("blockquote dl h1 h2 h3 h4 h5 h6 hr ol p pre table ul")
_BLANKS = re.compile(r"[ \t\n]+")


def read_html(html: Markup) -> Text:
    """Return the text with a browser's line breaks, and the descriptions of pictures."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects text. Blanks and line breaks are written with the text that follows them, so that
    the result never ends in any.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._text = Text()
        self._open_tags: list[str] = []
        self._lists: list[int | None] = []  # the next number, None in a list without numbers
        self._breaks = 0
        self._gap = ""
        self._links: list[str] = []

    def text(self) -> Text:
        return self._text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._break_line_at(tag)
        match tag:
            case "ul" | "ol":
                start = attributes.get("start", "1")
                self._lists.append(int(start) if tag == "ol" and start.isdecimal() else None)
            case "li":
                self._write(self._make_bullet())
            case "td" | "th" if self._breaks == 0:
                self._gap = "  "
            case "img":
                self._write(f"[{attributes.get('alt') or '▣'}]")
            case "svg":
                self._write("[▣]")
            case "title" | "text":
                self._gap = " "
            case "hr":
                self._write("─" * 20)
            case "a":
                self._links.append(attributes.get("href", ""))
        if tag not in ("br", "img", "hr", "wbr", "col"):
            self._open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open_tags:
            while self._open_tags.pop() != tag:
                pass
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
        if tag == "a" and self._links:
            href = self._links.pop()
            if not href.startswith("#") and not self._text.plain.endswith(href):
                self._write(f" ({href})")
        if tag != "br":
            self._break_line_at(tag)

    def handle_data(self, data: str) -> None:
        if (  # of a drawing, only labels and its title are text
            "svg" in self._open_tags
            and "text" not in self._open_tags
            and "title" not in self._open_tags
        ):
            return
        if "pre" in self._open_tags:
            self._write(data.removesuffix("\n"))
            if data.endswith("\n"):  # the last newline only ends the last line
                self._breaks = 1
            return
        words = _BLANKS.split(data)
        for index, word in enumerate(words):
            if index and not self._breaks and self._text:
                self._gap = self._gap or " "
            if word:
                self._write(word)

    def _make_bullet(self) -> str:
        indent = "  " * max(len(self._lists) - 1, 0)
        number = self._lists[-1] if self._lists else None
        if number is None:
            return f"{indent}• "
        self._lists[-1] = number + 1
        return f"{indent}{number}. "

    def _break_line_at(self, tag: str) -> None:
        if tag in _PARAGRAPHS and not (tag in ("ul", "ol") and len(self._lists) > 0):
            self._breaks = 2
        elif tag in _LINES or tag in _PARAGRAPHS:
            self._breaks = max(self._breaks, 1)

    def _write(self, text: str) -> None:
        """Write the pending line breaks or blanks, then the text in the style of the open tags."""
        if self._text:
            self._text.append("\n" * self._breaks if self._breaks else self._gap)
        self._breaks, self._gap = 0, ""
        styles = [_STYLES[tag] for tag in dict.fromkeys(self._open_tags) if tag in _STYLES]
        self._text.append(make_visible(text), Style.combine(styles) if styles else None)
