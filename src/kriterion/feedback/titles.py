"""Short titles of tabs, contexts and tests."""

from kriterion.markup.message_formats import Meaning, meaning_of
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab, Test

_MAXIMUM_TITLE = 120
# Formats whose text reads well as it was written.
_READABLE = frozenset({Meaning.PLAIN, Meaning.CODE, Meaning.CONSOLE, Meaning.SOURCE})


def title_of(tab: Tab) -> str:
    """Return the title of a tab as one line that begins with a capital."""
    title = shorten(" ".join(tab.description.split()), _MAXIMUM_TITLE)
    return title[:1].upper() + title[1:]


def gist_of(context: Context) -> str:
    """Return the first line of a context's description, or else of a testcase's."""
    descriptions = (context.description, *(testcase.description for testcase in context.groups))
    for found in descriptions:
        if found and found.description.strip() and meaning_of(found.format) in _READABLE:
            return found.description.strip().split("\n")[0]
    return ""


def channel_of(test: Test) -> str:
    """Return the channel of a test's output, "" if unknown."""
    channel = test.channel or (test.data or {}).get("channel")
    return shorten(channel, _MAXIMUM_TITLE) if isinstance(channel, str) else ""
