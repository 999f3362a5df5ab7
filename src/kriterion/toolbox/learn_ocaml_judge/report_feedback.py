"""A report as feedback: its top sections are tabs, sections in them contexts, messages testcases.

An informative message says what is being done, and the messages after it how that went: together
they are one testcase. Any other message is one by itself.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from kriterion.contracts.learn_ocaml_repository.report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Message,
    Report,
    ReportText,
    Result,
    Section,
)
from kriterion.toolbox.learn_ocaml_judge import commands, words

_BETWEEN_TITLES = (Inline(" › "),)
_ELEMENTS = {Display.CODE: "code", Display.OUTPUT: "samp"}


class _Part(NamedTuple):
    """Messages under one title."""

    title: ReportText
    messages: tuple[Message, ...]


def tell_report(report: Report, said: commands.Commands, language: str) -> None:
    """Write the tabs of a report, in its order."""
    for title, contents in _tabs(report, words.REPORT.told(language)):
        with said.open("tab", title=title):
            for part in _parts((), contents):
                _tell_part(part, said, language)


def plain(text: ReportText) -> str:
    """A text without its looks."""
    return "".join("\n" if isinstance(piece, LineBreak) else piece.text for piece in text)


def shown(text: ReportText) -> commands.Message:
    """A text as a message, as plain as it can be."""
    if all(isinstance(piece, LineBreak) or piece.display is Display.NORMAL for piece in text):
        return {"format": "plain", "description": plain(text)}
    return {"format": "html", "description": "".join(map(_html, text))}


def _tabs(report: Report, loose: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Its sections, and under a title of ours the messages that are in none."""
    for is_section, items in groupby(report, lambda item: isinstance(item, Section)):
        if is_section:
            for section in items:
                if isinstance(section, Section):
                    yield plain(section.title), section.contents
        else:
            yield loose, tuple(items)


def _parts(title: ReportText, contents: tuple[Item, ...]) -> Iterator[_Part]:
    """The messages of a section and of all below it, each with the titles that lead to them."""
    for is_section, items in groupby(contents, lambda item: isinstance(item, Section)):
        if not is_section:
            yield _Part(title, tuple(item for item in items if isinstance(item, Message)))
            continue
        for item in items:
            if isinstance(item, Section):
                below = (*title, *_BETWEEN_TITLES, *item.title) if title else item.title
                yield from _parts(below, item.contents)


def _tell_part(part: _Part, said: commands.Commands, language: str) -> None:
    with said.open("context", description=shown(part.title) if part.title else None) as at_end:
        at_end["accepted"] = not any(map(_fails, part.messages))
        for testcase in _testcases(part.messages):
            _tell_testcase(testcase, said, language)


def _testcases(messages: tuple[Message, ...]) -> Iterator[list[Message]]:
    """What belongs together: an informative message with those up to the next one."""
    testcase: list[Message] = []
    for message in messages:
        opens = message.result is Result.INFORMATIVE
        if testcase and (opens or testcase[0].result is not Result.INFORMATIVE):
            yield testcase
            testcase = []
        testcase.append(message)
    if testcase:
        yield testcase


def _tell_testcase(messages: list[Message], said: commands.Commands, language: str) -> None:
    first, *others = messages
    with said.open("testcase", description=shown(_worded(first, language))) as at_end:
        at_end["accepted"] = not any(map(_fails, messages))
        for message in others:
            said.message(shown(_worded(message, language)))


def _worded(message: Message, language: str) -> ReportText:
    """Its text, and its points when it has some."""
    if isinstance(message.result, int) and message.result:
        return (*message.text, Inline(f" ({words.told_points(message.result, language)})"))
    return message.text


def _fails(message: Message) -> bool:
    return message.result is Result.FAILURE or (
        isinstance(message.result, int) and message.result <= 0
    )


def _html(piece: Inline | LineBreak) -> str:
    if isinstance(piece, LineBreak):
        return "<br>"
    text = piece.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if piece.display is Display.NORMAL:
        return text
    element = _ELEMENTS[piece.display]
    if "\n" in text:
        return f"<pre><{element}>{text}</{element}></pre>"
    return f"<{element}>{text}</{element}>"
