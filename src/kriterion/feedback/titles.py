"""Short titles of tabs, contexts and tests."""

from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab, Test

_MAXIMUM_TITLE = 120


def make_tab_title(tab: Tab) -> str:
    """Return the title of a tab as one line that starts with a capital letter."""
    title = shorten(" ".join(tab.description.split()), _MAXIMUM_TITLE)
    return title[:1].upper() + title[1:]


def find_context_title(context: Context) -> str:
    """Return the first line of a context's description, else of the first testcase with one."""
    descriptions = (context.description, *(testcase.description for testcase in context.groups))
    for message in descriptions:
        if message and message.description.strip() and _is_title(find_meaning(message.format)):
            return message.description.strip().split("\n")[0]
    return ""


def find_channel(test: Test) -> str:
    """Return the channel of a test's output, such as "stdout"; "" if the judge gave none."""
    channel = test.channel or (test.data or {}).get("channel")
    return shorten(channel, _MAXIMUM_TITLE) if isinstance(channel, str) else ""


def _is_title(meaning: Meaning) -> bool:
    """Whether the first line of such a text reads well as a title: it has no markup."""
    match meaning:  # mypy rejects a meaning without an answer
        case Meaning.PLAIN | Meaning.CODE | Meaning.CONSOLE | Meaning.SOURCE:
            return True
        case Meaning.HTML | Meaning.MARKDOWN | Meaning.CALLOUT | Meaning.TRACEBACK | Meaning.DATA:
            return False
