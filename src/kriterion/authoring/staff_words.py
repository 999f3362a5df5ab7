"""Shorten the messages of a judge or its host for staff."""

from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.message_text import render_message_text
from kriterion_tools.contracts.dodona_judge.output_records import FullOutput, Message, Permission

_MAXIMUM_CHARACTERS = 400


def format_for_staff(feedback: FullOutput) -> str:
    """Return the messages for staff on one line, shortened in the middle if it is long."""
    all_messages = [*feedback.messages, *(m for tab in feedback.groups for m in tab.messages)]
    messages = [
        message for message in all_messages if find_meaning(message.format) is not Meaning.DATA
    ]
    for_staff = [message for message in messages if message.permission is not Permission.STUDENT]
    words = " ".join(_flatten(message) for message in for_staff or messages)
    if not words:
        return feedback.description or "it does not say why"
    if len(words) <= _MAXIMUM_CHARACTERS:
        return words
    # A traceback ends with the error.
    return f"{words[: _MAXIMUM_CHARACTERS // 3]} … {words[-_MAXIMUM_CHARACTERS * 2 // 3 :]}"


def _flatten(message: Message) -> str:
    return " ".join(render_message_text(message).plain.split())
