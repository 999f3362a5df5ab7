"""Short titles of tabs, contexts and tests."""

from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab, Test

_MAXIMUM_TITLE = 120
# Formats whose text has no markup.
_READABLE = frozenset({Meaning.PLAIN, Meaning.CODE, Meaning.CONSOLE, Meaning.SOURCE})


def make_tab_title(tab: Tab) -> str:
    """Return the title of a tab as one line that starts with a capital letter."""
    title = shorten(" ".join(tab.description.split()), _MAXIMUM_TITLE)
    return title[:1].upper() + title[1:]


def find_context_title(context: Context) -> str:
    """Return the first line of a context's description, else of the first testcase with one."""
    descriptions = (context.description, *(testcase.description for testcase in context.groups))
    for message in descriptions:
        if message and message.description.strip() and find_meaning(message.format) in _READABLE:
            return message.description.strip().split("\n")[0]
    return ""


def find_channel(test: Test) -> str:
    """Return the channel of a test's output, such as "stdout"; "" if the judge gave none."""
    channel = test.channel or (test.data or {}).get("channel")
    return shorten(channel, _MAXIMUM_TITLE) if isinstance(channel, str) else ""
