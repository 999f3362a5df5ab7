"""How much feedback is shown: what would keep a browser, or us, busy for long is left out.

A judge may write ten megabytes, and every message and test in it may be of the kind that takes
most time and space. Each costs what it takes at worst; what the allowance does not cover says so
in its place. The document for programs has it all.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from kriterion.contracts.dodona_judge.output import Context, Message, Tab, Test
from kriterion.feedback import phrases
from kriterion.feedback.reader import Reader
from kriterion.markup import fitting, markdown
from kriterion.markup.difference import EXCESS_CHARACTERS, MAXIMUM_ROWS
from kriterion.markup.formats import Meaning, meaning_of

# Measured: a unit is a microsecond of ours at worst, and about a byte of a page.
ALLOWANCE = 10_000_000
_CARD = 1_000  # of a tab or a context, were it empty
_ROW = 100
_PER_CHARACTER = {
    Meaning.MARKDOWN: 12,
    Meaning.CALLOUT: 12,
    Meaning.HTML: 2,
    Meaning.SOURCE: 4,
    Meaning.CONSOLE: 4,
}


class Allowance:
    """What may still be shown to one reader. Once something is left out, so is all that follows."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._left = ALLOWANCE
        self._told = False

    def messages(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """The messages that are covered, and a word in the place of the others."""
        for number, message in enumerate(messages):
            if not self._covers(_message_cost(message)):
                return (*messages[:number], *self._word())
        return messages

    def context(self, context: Context) -> Context:
        """The context when it is covered, else its verdict and a word."""
        if self._covers(_context_cost(context)):
            return context
        return Context(accepted=context.accepted, messages=self._word())

    def tabs(self, tabs: tuple[Tab, ...]) -> Iterator[Tab]:
        """The tabs as far as they are covered."""
        for tab in tabs:
            if self._spent:
                return
            self._covers(_CARD)
            messages = self.messages(tab.messages)
            yield replace(tab, messages=messages, groups=tuple(self._contexts(tab)))

    def _contexts(self, tab: Tab) -> Iterator[Context]:
        for context in tab.groups:
            if self._spent:
                return
            yield self.context(context)

    @property
    def _spent(self) -> bool:
        return self._left < 0

    def _covers(self, cost: int) -> bool:
        if not self._spent:
            self._left -= cost
        return not self._spent

    def _word(self) -> tuple[Message, ...]:
        """What is said once, where the first thing is left out."""
        if self._told:
            return ()
        self._told = True
        told = self._reader.told(phrases.LEFT_OUT)
        return (Message(format="callout-warning", description=told),)


def _context_cost(context: Context) -> int:
    descriptions = [context.description]
    messages = list(context.messages)
    cost = _CARD
    for testcase in context.groups:
        cost += _ROW
        descriptions.append(testcase.description)
        messages += testcase.messages
        for test in testcase.tests:
            cost += _test_cost(test)
            descriptions.append(test.description)
            messages += test.messages
    return cost + sum(map(_message_cost, (*filter(None, descriptions), *messages)))


def _message_cost(message: Message) -> int:
    meaning = meaning_of(message.format)
    length = len(message.description)
    if meaning in (Meaning.MARKDOWN, Meaning.CALLOUT) and length > markdown.MAXIMUM_CHARACTERS:
        meaning = Meaning.CODE
    if meaning is not Meaning.HTML:
        length = min(length, max(fitting.MAXIMUM_CHARACTERS, markdown.MAXIMUM_CHARACTERS))
    return 2 * _ROW + length * _PER_CHARACTER.get(meaning, 1)


def _test_cost(test: Test) -> int:
    generated, expected = test.generated or "", test.expected or ""
    if test.accepted:
        return _ROW + min(max(len(generated), len(expected)), fitting.MAXIMUM_CHARACTERS)
    generated = generated[: len(expected) + EXCESS_CHARACTERS]
    rows = min(generated.count("\n") + expected.count("\n"), MAXIMUM_ROWS)
    return _ROW * (1 + rows) + len(generated) + len(expected)
