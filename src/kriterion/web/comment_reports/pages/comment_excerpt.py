"""The beginning of a comment's Markdown as plain text, for lists."""

import re

from kriterion.feedback.automatic_comments import MAXIMUM_TEXT
from kriterion.markup.visible_text import make_visible

# The address may be cut off with the rest of the text.
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)?")


def make_excerpt(markdown: str) -> str:
    """Return a comment's beginning without the addresses of its links and the marks of code."""
    beginning = markdown[:MAXIMUM_TEXT]
    plain = _LINK.sub(r"\1", beginning).replace("`", "").rstrip()
    return make_visible(f"{plain} …" if len(markdown) >= MAXIMUM_TEXT else plain)
