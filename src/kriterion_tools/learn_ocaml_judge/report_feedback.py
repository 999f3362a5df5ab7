"""Write a report as feedback: top-level sections become tabs, inner sections contexts, messages
testcases.

An informative message says what is tested, and the messages after it say with which result:
together they form one testcase. Any other message about success or failure is a testcase by itself.
A failure that ends with a result, "instead of" and the expected result is a test, so that the two
can be comparison.
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
from kriterion_tools.learn_ocaml_judge.library_words import translate_words
from kriterion_tools.learn_ocaml_judge.stopped_calls import translate_limits
from kriterion_tools.translation.translator import Translator

_BETWEEN_TITLES = (Inline(" › "),)
_INSTEAD = "instead of"
_WRONG_VALUE = "Wrong value"  # which the two values show
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
    translated = translate_words(translate_limits(report, translator), translator)
    for title, contents in _split_tabs(translated, translator.translate(phrases.REPORT)):
        with writer.open("tab", title=title):
            for part in _split_sections((), contents):
                _write_part(part, writer, translator)


def join_text(text: ReportText) -> str:
    """Return a text without its formatting."""
    return "".join(
        "\n" if isinstance(piece, LineBreak) else piece.text for piece in set_words_apart(text)
    )


def to_message(text: ReportText) -> commands.Message:
    """Return a text as a message, in plain text if possible."""
    if all(isinstance(piece, LineBreak) or piece.display is Display.NORMAL for piece in text):
        return {"format": "plain", "description": join_text(text)}
    return {"format": "html", "description": "".join(map(_render_piece, set_words_apart(text)))}


def _split_tabs(report: Report, title_outside: str) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """Yield sections as (title, contents), and messages outside sections under `title_outside`."""
    for is_section, items in groupby(report, lambda item: isinstance(item, Section)):
        if is_section:
            for section in items:
                if isinstance(section, Section):
                    yield join_text(section.title), section.contents
        else:
            yield title_outside, tuple(items)


def _split_sections(title: ReportText, contents: tuple[Item, ...]) -> Iterator[_Part]:
    """Yield the messages of a section and its subsections, each with the titles of all its
    sections.
    """
    for is_section, items in groupby(contents, lambda item: isinstance(item, Section)):
        if not is_section:
            yield _Part(title, tuple(item for item in items if isinstance(item, ReportMessage)))
            continue
        for item in items:
            if isinstance(item, Section):
                subtitle = (*title, *_BETWEEN_TITLES, *item.title) if title else item.title
                yield from _split_sections(subtitle, item.contents)


def _write_part(part: _Part, writer: commands.Commands, translator: Translator) -> None:
    with writer.open(
        "context", description=to_message(part.title) if part.title else None
    ) as at_end:
        at_end["accepted"] = not any(map(_is_failure, part.messages))
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
    comparison = _find_comparison(first)
    description = to_message(
        comparison.introduction if comparison else _append_points(first, translator)
    )
    with writer.open("testcase", description=description) as at_end:
        at_end["accepted"] = not any(map(_is_failure, messages))
        if comparison:
            _write_test(comparison._replace(introduction=()), writer)
        for message in others:
            if comparison := _find_comparison(message):
                _write_test(comparison, writer)
            else:
                writer.message(to_message(_append_points(message, translator)))


def _write_test(comparison: _Comparison, writer: commands.Commands) -> None:
    with writer.open("test", expected=comparison.expected, channel=comparison.channel) as at_end:
        if join_text(comparison.introduction).strip() not in ("", _WRONG_VALUE):
            writer.message(to_message(comparison.introduction))
        at_end["generated"] = comparison.generated
        at_end["status"] = {"enum": Status.WRONG.value}


def _find_comparison(message: ReportMessage) -> _Comparison | None:
    match message:
        case ReportMessage(
            (
                *before,
                Inline(generated, display),
                Inline(words, Display.NORMAL),
                Inline(expected, expected_display),
            ),
            Result.FAILURE,
        ) if (
            before
            and words.startswith(_INSTEAD)
            and display is expected_display
            and display in _CHANNELS
        ):
            addition = words.removeprefix(_INSTEAD)
            introduction = (
                (*before, Inline(f"({_INSTEAD}{addition})")) if addition else tuple(before)
            )
            return _Comparison(introduction, generated, expected, _CHANNELS[display])
    return None


def _append_points(message: ReportMessage, translator: Translator) -> ReportText:
    """Return the text of a message with its points, if any."""
    if isinstance(message.result, int) and message.result:
        points = translator.translate(phrases.POINTS, count=message.result)
        return (*message.text, Inline(f" ({points})"))
    return message.text


def _is_result(message: ReportMessage) -> bool:
    """Whether a message reports success or failure."""
    return isinstance(message.result, int) or message.result is Result.FAILURE


def _is_failure(message: ReportMessage) -> bool:
    return message.result is Result.FAILURE or (
        isinstance(message.result, int) and message.result <= 0
    )


def _render_piece(piece: Inline | LineBreak) -> str:
    if isinstance(piece, LineBreak):
        return "<br>"
    text = piece.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if piece.display is Display.NORMAL:
        return text
    element = _ELEMENTS[piece.display]
    if "\n" in text:
        return f"<pre><{element}>{text}</{element}></pre>"
    return f"<{element}>{text}</{element}>"
