"""Renders messages of any format as styled text that cannot control the terminal."""

from rich.style import Style
from rich.text import Text

from kriterion.markup.highlight.ansi import remove_escapes, split_by_style
from kriterion.markup.highlight.source_tokens import tokenize_source
from kriterion.markup.html.plain_text import read_html
from kriterion.markup.html.sanitise import sanitise
from kriterion.markup.markdown.markdown_html import render_markdown
from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.visible_text import make_visible
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


def render_message_text(message: Message) -> Text:
    """Render the message as styled text without control characters."""
    text = message.description.replace("\r\n", "\n")
    match find_meaning(message.format):
        case Meaning.HTML:
            return read_html(sanitise(text))
        case Meaning.MARKDOWN | Meaning.CALLOUT:
            return read_html(render_markdown(text))
        case Meaning.PLAIN | Meaning.CODE:
            return Text(make_safe(text))
        case Meaning.TRACEBACK:
            return Text(make_safe(text), style="red")
        case Meaning.CONSOLE if "\x1b" in text:
            return render_console_text(text)
        case Meaning.CONSOLE | Meaning.SOURCE | Meaning.DATA:
            return render_source_text(make_safe(text), message.format)


def make_safe(text: str) -> str:
    """Remove escape sequences, and make all other control characters visible."""
    return make_visible(remove_escapes(text))


def render_source_text(text: str, language: str) -> Text:
    """Highlight source text; an unknown language leaves it plain."""
    styled = Text()
    for kind, piece in tokenize_source(text, language):
        styled.append(make_visible(piece), _STYLES.get(kind))
    return styled


def render_console_text(text: str) -> Text:
    """Render a program's output with the colours that its escape sequences select."""
    styled = Text()
    for look, piece in split_by_style(text):
        styled.append(
            make_visible(piece), Style.parse(" ".join(map(_find_rich_style, look)) or "none")
        )
    return styled


def _find_rich_style(name: str) -> str:
    return name.replace("bright-", "bright_").replace("on-", "on ")
