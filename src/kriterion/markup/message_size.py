"""Truncates messages that are too long to render."""

from msgspec.structs import replace

from kriterion.markup.html.sanitise import is_fast_to_render
from kriterion.markup.markdown import markdown_html as markdown
from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion_tools.contracts.dodona_judge.output_records import Message

MAXIMUM_CHARACTERS = 64 * 1024


def truncate_message(message: Message) -> Message:
    """Return the message, or its beginning if it is too long.

    The beginning of a long HTML or Markdown text is returned as plain text. Formats with limits of
    their own (HTML, Markdown) are truncated only if they exceed those.
    """
    text = message.description
    if len(text) <= MAXIMUM_CHARACTERS:
        return message
    match find_meaning(message.format):
        case Meaning.HTML if is_fast_to_render(text):
            return message
        case Meaning.MARKDOWN | Meaning.CALLOUT if len(text) <= markdown.MAXIMUM_CHARACTERS:
            return message
        case Meaning.HTML | Meaning.MARKDOWN | Meaning.CALLOUT:
            return replace(message, format="code", description=text[:MAXIMUM_CHARACTERS])
        case (
            Meaning.PLAIN
            | Meaning.CODE
            | Meaning.CONSOLE
            | Meaning.TRACEBACK
            | Meaning.SOURCE
            | Meaning.DATA
        ):
            return replace(message, description=text[:MAXIMUM_CHARACTERS])
