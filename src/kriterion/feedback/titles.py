"""Short titles of tabs, contexts and tests."""

from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.visible_text import shorten
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Permission,
    Tab,
    Test,
)

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


def find_whole_title(context: Context) -> Message | None:
    """Return the description that the title of a context shows completely, or None.

    It is the context's own, or that of its only testcase.
    """
    own = context.description if context.description and context.description.description else None
    message = own or (context.groups[0].description if len(context.groups) == 1 else None)
    if message is None or message.permission is not Permission.STUDENT:
        return None
    text = message.description.strip()
    is_whole = 0 < len(text) <= _MAXIMUM_TITLE and "\n" not in text
    return message if is_whole and _is_title(find_meaning(message.format)) else None


def is_code(message: Message) -> bool:
    """Whether a title is set in the font of code."""
    return find_meaning(message.format) is not Meaning.PLAIN


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
