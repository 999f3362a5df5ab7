"""Renders messages of any format as harmless HTML."""

from kriterion.markup.element import Markup, element
from kriterion.markup.highlight.source_html import render_console, render_source
from kriterion.markup.html.sanitise import sanitise
from kriterion.markup.markdown.markdown_html import render_markdown
from kriterion.markup.media_addresses import NO_MEDIA, Media
from kriterion.markup.message_formats import Meaning, find_callout_level, find_meaning
from kriterion_tools.contracts.dodona_judge.output_records import Message


def render_message(message: Message, *, place: str = "message", media: Media = NO_MEDIA) -> Markup:
    """Render the message as one HTML element.

    `place` is the prefix of all ids in it, and must be unique on the page. `media` are the pictures
    to which the message may refer.
    """
    text = message.description.replace("\r\n", "\n")
    match find_meaning(message.format):
        case Meaning.PLAIN:
            return element("div", text, class_="text")
        case Meaning.HTML:
            return element("div", sanitise(text, place=place, media=media), class_="rich")
        case Meaning.MARKDOWN:
            return element("div", render_markdown(text, place=place, media=media), class_="rich")
        case Meaning.CALLOUT:
            level = find_callout_level(message.format)
            inside = render_markdown(text, place=place, media=media)
            return element("div", inside, class_=f"rich callout callout-{level}")
        case Meaning.CODE:
            return element("pre", text, class_="source")
        case Meaning.TRACEBACK:
            return element("pre", text, class_="source traceback")
        case Meaning.CONSOLE if "\x1b" in text:
            return element("pre", render_console(text), class_="source")
        case Meaning.CONSOLE | Meaning.SOURCE | Meaning.DATA:
            return element("pre", render_source(text, message.format), class_="source")
