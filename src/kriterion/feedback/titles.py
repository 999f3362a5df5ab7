"""What a tab, a context or a test is called, in a few words, for page and terminal alike."""

from kriterion.markup.message_formats import Meaning, meaning_of
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output import Context, Tab, Test

_MAXIMUM_TITLE = 120
# Formats whose text reads well as it was written.
_READABLE = frozenset({Meaning.PLAIN, Meaning.CODE, Meaning.CONSOLE, Meaning.SOURCE})


def title_of(tab: Tab) -> str:
    """The title of a tab: one line that begins with a capital."""
    title = shorten(" ".join(tab.description.split()), _MAXIMUM_TITLE)
    return title[:1].upper() + title[1:]


def gist_of(context: Context) -> str:
    """What a context is about: the first line of its description, or of its first testcase's."""
    descriptions = (context.description, *(testcase.description for testcase in context.groups))
    for found in descriptions:
        if found and found.description.strip() and meaning_of(found.format) in _READABLE:
            return found.description.strip().split("\n")[0]
    return ""


def channel_of(test: Test) -> str:
    """Where a test's output came from, "" when that was not said."""
    channel = test.channel or (test.data or {}).get("channel")
    return shorten(channel, _MAXIMUM_TITLE) if isinstance(channel, str) else ""
