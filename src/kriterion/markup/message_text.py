"""Render messages of any format as text that cannot control the terminal."""

from rich.style import Style
from rich.text import Text

from kriterion.markup.highlight.ansi import coloured, without_escapes
from kriterion.markup.highlight.source_tokens import highlighted
from kriterion.markup.html.plain_text import read_html
from kriterion.markup.html.sanitise import sanitise
from kriterion.markup.markdown.markdown_html import render_markdown
from kriterion.markup.message_formats import Meaning, meaning_of
from kriterion.markup.visible_text import visible
from kriterion_tools.contracts.dodona_judge.output_records import Message

# The terminal's own sixteen colours, which suit any background.
_SOURCE = {
    "attribute": "magenta",
    "builtin": "cyan",
    "comment": "dim italic",
    "constant": "magenta",
    "deleted": "red",
    "error": "red",
    "function": "blue",
    "heading": "bold",
    "inserted": "green",
    "keyword": "magenta",
    "number": "cyan",
    "prompt": "dim",
    "string": "green",
    "type": "yellow",
}
_STYLES = {kind: Style.parse(style) for kind, style in _SOURCE.items()}


def message_text(message: Message) -> Text:
    """Render the message as text with styles and without control characters."""
    text = message.description.replace("\r\n", "\n")
    match meaning_of(message.format):
        case Meaning.HTML:
            return read_html(sanitise(text))
        case Meaning.MARKDOWN | Meaning.CALLOUT:
            return read_html(render_markdown(text))
        case Meaning.PLAIN | Meaning.CODE:
            return Text(safe(text))
        case Meaning.TRACEBACK:
            return Text(safe(text), style="red")
        case Meaning.CONSOLE if "\x1b" in text:
            return console_text(text)
        case Meaning.CONSOLE | Meaning.SOURCE | Meaning.DATA:
            return source_text(safe(text), message.format)


def safe(text: str) -> str:
    """Remove escape sequences and make every other control character visible."""
    return visible(without_escapes(text))


def source_text(text: str, language: str) -> Text:
    """Highlight source text."""
    found = Text()
    for kind, piece in highlighted(text, language):
        found.append(visible(piece), _STYLES.get(kind))
    return found


def console_text(text: str) -> Text:
    """Return a program's output with the colours that it asked for."""
    found = Text()
    for look, piece in coloured(text):
        found.append(visible(piece), Style.parse(" ".join(map(_style_name, look)) or "none"))
    return found


def _style_name(name: str) -> str:
    return name.replace("bright-", "bright_").replace("on-", "on ")
