"""A report as feedback: top-level sections are tabs, sections in them contexts, messages testcases.

An informative message says what is being done, and the messages after it how that went: together
they form one testcase. Any other message that tells success or failure is a testcase by itself.
A failure that ends with a result, "instead of" and the expected one is a test, so that the two can
be compared.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.learn_ocaml_repository.grader_report import (
    Display,
    Inline,
    Item,
    LineBreak,
    Report,
    ReportMessage,
    ReportText,
    Result,
    Section,
)
from kriterion_tools.contracts.learn_ocaml_repository.report_spacing import set_words_apart
from kriterion_tools.learn_ocaml_judge import feedback_commands as commands
from kriterion_tools.learn_ocaml_judge import grader_phrases as phrases
from kriterion_tools.translation.translator import Translator

_BETWEEN_TITLES = (Inline(" › "),)
_INSTEAD = "instead of"
_CHANNELS = {Display.CODE: "return", Display.OUTPUT: "stdout"}
_ELEMENTS = {Display.CODE: "code", Display.OUTPUT: "samp"}


class _Part(NamedTuple):
    """Messages under one title."""

    title: ReportText
    messages: tuple[ReportMessage, ...]


class _Comparison(NamedTuple):
    """An actual and an expected result."""

    introduction: ReportText
    generated: str
    expected: str
    channel: str


def write_report(report: Report, writer: commands.Commands, translator: Translator) -> None:
    """Write the tabs of a report in order."""
    for title, contents in _tabs(report, translator.translate(phrases.REPORT)):
        with writer.open("tab", title=title):
            for part in _parts((), contents):
                _write_part(part, writer, translator)


def plain(text: ReportText) -> str:
    """Return a text without its formatting."""
    return "".join(
        "\n" if isinstance(piece, LineBreak) else piece.text for piece in set_words_apart(text)
    )


def to_message(text: ReportText) -> commands.Message:
    """Return a text as a message, in plain text if possible."""
    if all(isinstance(piece, LineBreak) or piece.display is Display.NORMAL for piece in text):
        return {"format": "plain", "description": plain(text)}
    return {"format": "html", "description": "".join(map(_html, set_words_apart(text)))}


def _tabs(report: Report, title_outside: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Return the sections, and the messages outside sections under a title of ours."""
    for is_section, items in groupby(report, lambda item: isinstance(item, Section)):
        if is_section:
            for section in items:
                if isinstance(section, Section):
                    yield plain(section.title), section.contents
        else:
            yield title_outside, tuple(items)


def _parts(title: ReportText, contents: tuple[Item, ...]) -> Iterator[_Part]:
    """Yield the messages of a section and its subsections with the titles on the path to them."""
    for is_section, items in groupby(contents, lambda item: isinstance(item, Section)):
        if not is_section:
            yield _Part(title, tuple(item for item in items if isinstance(item, ReportMessage)))
            continue
        for item in items:
            if isinstance(item, Section):
                below = (*title, *_BETWEEN_TITLES, *item.title) if title else item.title
                yield from _parts(below, item.contents)


def _write_part(part: _Part, writer: commands.Commands, translator: Translator) -> None:
    with writer.open(
        "context", description=to_message(part.title) if part.title else None
    ) as at_end:
        at_end["accepted"] = not any(map(_fails, part.messages))
        for messages in _group_messages(part.messages):
            if any(map(_is_result, messages)):
                _write_testcase(messages, writer, translator)
            else:
                for message in messages:
                    writer.message(to_message(message.text))


def _group_messages(messages: tuple[ReportMessage, ...]) -> Iterator[list[ReportMessage]]:
    """Group each informative message with the messages up to the next one."""
    group: list[ReportMessage] = []
    for message in messages:
        opens = message.result is Result.INFORMATIVE
        if group and (opens or group[0].result is not Result.INFORMATIVE):
            yield group
            group = []
        group.append(message)
    if group:
        yield group


def _write_testcase(
    messages: list[ReportMessage], writer: commands.Commands, translator: Translator
) -> None:
    first, *others = messages
    compared = _comparison(first)
    description = to_message(compared.introduction if compared else _with_points(first, translator))
    with writer.open("testcase", description=description) as at_end:
        at_end["accepted"] = not any(map(_fails, messages))
        if compared:
            _write_test(compared._replace(introduction=()), writer)
        for message in others:
            if compared := _comparison(message):
                _write_test(compared, writer)
            else:
                writer.message(to_message(_with_points(message, translator)))


def _write_test(compared: _Comparison, writer: commands.Commands) -> None:
    with writer.open("test", expected=compared.expected, channel=compared.channel) as at_end:
        if compared.introduction:
            writer.message(to_message(compared.introduction))
        at_end["generated"] = compared.generated
        at_end["status"] = {"enum": Status.WRONG.value}


def _comparison(message: ReportMessage) -> _Comparison | None:
    match message:
        case ReportMessage(
            (*before, Inline(found, how), Inline(words, Display.NORMAL), Inline(expected, as_well)),
            Result.FAILURE,
        ) if before and words.startswith(_INSTEAD) and how is as_well and how in _CHANNELS:
            more = words.removeprefix(_INSTEAD)
            introduction = (*before, Inline(f"({_INSTEAD}{more})")) if more else tuple(before)
            return _Comparison(introduction, found, expected, _CHANNELS[how])
    return None


def _with_points(message: ReportMessage, translator: Translator) -> ReportText:
    """Return the text of a message with its points, if any."""
    if isinstance(message.result, int) and message.result:
        points = translator.translate(phrases.POINTS, count=message.result)
        return (*message.text, Inline(f" ({points})"))
    return message.text


def _is_result(message: ReportMessage) -> bool:
    """Tell whether a message reports success or failure."""
    return isinstance(message.result, int) or message.result is Result.FAILURE


def _fails(message: ReportMessage) -> bool:
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
