"""Limits how much feedback is rendered, so that neither server nor browser is busy for long.

A judge may write ten megabytes, all of them expensive to render. Each message and test is charged
its worst-case cost; what exceeds the allowance is replaced by one notice. The JSON document is not
limited.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from kriterion.feedback import phrases
from kriterion.feedback.viewer import Viewer
from kriterion.markup.difference.csv_table import MAXIMUM_COLUMNS
from kriterion.markup.difference.table_difference import MAXIMUM_ROWS as MAXIMUM_TABLE_ROWS
from kriterion.markup.difference.text_difference import EXCESS_CHARACTERS, MAXIMUM_ROWS
from kriterion.markup.html.rendering_cost import weigh
from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.message_size import MAXIMUM_CHARACTERS, truncate_message
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Tab,
    Test,
    TestFormat,
)

# Measured: one unit is at most a microsecond of CPU time, on the server or in the browser, and
# about one byte of the page.
ALLOWANCE = 10_000_000
_CARD = 1_000  # an empty tab or context
_ROW = 100
_CELL = 50
_LINE = 20
_ELEMENT = 50
_SHAPE = 1_000
_MARKDOWN_CHARACTER = 12
_HTML_CHARACTER = 8
_CHARACTERS_OF_A_TAG = 4  # per unit; most characters of tags are those of embedded pictures
_COLOURED_CHARACTER = 4
_DATA_CHARACTERS = {"diff": 8, "files": 1, "statements": 1, "stdin": 1}


class Allowance:
    """The budget for one viewer. After the first item that exceeds it, everything is left out."""

    def __init__(self, viewer: Viewer, units: int = ALLOWANCE, *, has_notice: bool = False) -> None:
        self._viewer = viewer
        self._units_left = units
        self._has_notice = has_notice

    @property
    def state(self) -> tuple[int, bool]:
        """The units left, and whether the notice was already shown."""
        return self._units_left, self._has_notice

    def limit_messages(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return the messages that the allowance covers, and a notice in place of the rest.

        Messages for programs (`Meaning.DATA`) are removed.
        """
        messages = tuple(
            message for message in messages if find_meaning(message.format) is not Meaning.DATA
        )
        for number, message in enumerate(messages):
            if not self._charge(_estimate_message(message)):
                return (*messages[:number], *self._make_notice_once())
        return messages

    def limit_context(self, context: Context) -> Context:
        """Return the context if the allowance covers it, else its verdict and a notice."""
        if self._charge(_estimate_context(context)):
            return context
        return Context(accepted=context.accepted, messages=self._make_notice_once())

    def limit_tabs(self, tabs: tuple[Tab, ...]) -> Iterator[Tab]:
        """Yield the tabs that the allowance covers; the last one may lack contexts."""
        for tab in tabs:
            if self._is_spent:
                return
            self._charge(_CARD)
            messages = self.limit_messages(tab.messages)
            yield replace(tab, messages=messages, groups=tuple(self._limit_contexts(tab)))

    def _limit_contexts(self, tab: Tab) -> Iterator[Context]:
        for context in tab.groups:
            if self._is_spent:
                return
            yield self.limit_context(context)

    @property
    def _is_spent(self) -> bool:
        return self._units_left < 0

    def _charge(self, cost: int) -> bool:
        """Subtract the cost; return False if it exceeds what is left."""
        if not self._is_spent:
            self._units_left -= cost
        return not self._is_spent

    def _make_notice_once(self) -> tuple[Message, ...]:
        """Return the notice that something is left out, or nothing if it was already shown."""
        if self._has_notice:
            return ()
        self._has_notice = True
        notice = self._viewer.translate(phrases.LEFT_OUT)
        return (Message(format="callout-warning", description=notice),)


def _estimate_context(context: Context) -> int:
    descriptions = [context.description]
    messages = list(context.messages)
    cost = _CARD + _estimate_data(context.data)
    for testcase in context.groups:
        cost += _ROW + _estimate_data(testcase.data)
        descriptions.append(testcase.description)
        messages += testcase.messages
        for test in testcase.tests:
            cost += _estimate_test(test) + _estimate_data(test.data)
            descriptions.append(test.description)
            messages += test.messages
    return cost + sum(map(_estimate_message, (*filter(None, descriptions), *messages)))


def _estimate_message(message: Message) -> int:
    truncated = truncate_message(message)
    return 2 * _ROW + _estimate_description(truncated.description, find_meaning(truncated.format))


def _estimate_description(text: str, meaning: Meaning) -> int:
    match meaning:  # mypy rejects a meaning without a cost
        case Meaning.HTML:
            return _estimate_html(text)
        case Meaning.MARKDOWN | Meaning.CALLOUT:
            return len(text) * _MARKDOWN_CHARACTER
        case Meaning.SOURCE | Meaning.CONSOLE:
            return _estimate_text(text) + len(text) * _COLOURED_CHARACTER
        case Meaning.PLAIN | Meaning.CODE | Meaning.TRACEBACK | Meaning.DATA:
            return _estimate_text(text)


def _estimate_html(html: str) -> int:
    """Return the cost of HTML; if it is too expensive, it is shown as plain text."""
    weight = weigh(html)
    if not weight.is_within_limits:
        return _estimate_text(html)
    cost = (len(html) - weight.text) // _CHARACTERS_OF_A_TAG + weight.text * _HTML_CHARACTER
    return cost + weight.elements * _ELEMENT + weight.shapes * _SHAPE


def _estimate_data(data: Mapping[str, Any] | None) -> int:
    """Return the cost of those `data` of a context, testcase or test that are rendered."""
    return sum(
        per_character * len(repr(data[key]))
        for key, per_character in _DATA_CHARACTERS.items()
        if data and key in data
    )


def _estimate_text(text: str) -> int:
    text = text[:MAXIMUM_CHARACTERS]
    return len(text) + _LINE * text.count("\n")


def _estimate_test(test: Test) -> int:
    """Return the cost of comparing the outputs, or of showing one of them if it is accepted."""
    generated, expected = test.generated or "", test.expected or ""
    if test.format is TestFormat.CSV:
        cells = sum(text.count(",") + text.count("\n") for text in (generated, expected))
        return _ROW + _CELL * min(cells, 2 * MAXIMUM_COLUMNS * MAXIMUM_TABLE_ROWS)
    if test.accepted:
        return _ROW + max(_estimate_text(generated), _estimate_text(expected))
    generated = generated[: len(expected) + EXCESS_CHARACTERS]
    rows = min(generated.count("\n") + expected.count("\n"), MAXIMUM_ROWS)
    return _ROW * (1 + rows) + len(generated) + len(expected)
