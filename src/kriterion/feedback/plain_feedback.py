"""Writes feedback as plain text, for archives: quickly, and without rendering any markup.

Messages are quoted as they were written, except that tags of HTML become line breaks or nothing.
"""

import html
import re
from collections.abc import Iterable, Iterator
from textwrap import indent

from kriterion.assessment.assessment_record import AnalyzerStatus, AssessmentRecord, JudgeRecord
from kriterion.feedback import phrases
from kriterion.feedback.annotation_placement import clean_annotation_text, sort_annotations
from kriterion.feedback.automatic_comments import hide_annotations, hide_comments
from kriterion.feedback.pythia import merge_source_annotations
from kriterion.feedback.titles import find_channel, make_tab_title
from kriterion.feedback.viewer import Viewer
from kriterion.feedback.visibility import filter_record
from kriterion.markup.message_formats import Meaning, find_meaning
from kriterion.markup.visible_text import make_visible
from kriterion_tools.contracts.dodona_judge import host_phrases
from kriterion_tools.contracts.dodona_judge.output_records import (
    Context,
    Message,
    Tab,
    Test,
    Testcase,
)
from kriterion_tools.contracts.exercism_analyzer.analysis import sort_by_urgency
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

MAXIMUM_CHARACTERS = 1024 * 1024  # of the feedback on one submission
_MAXIMUM_PIECE = 64 * 1024
_BREAK = re.compile(r"(?i)<(?:br|/p|/div|/li|/tr|/pre|/h[1-6])\b[^<>]{0,1000}>")
_TAG = re.compile(r"<[/!a-zA-Z][^<>]{0,1000}>")
_INDENT = "  "


def write_plain_feedback(assessment: AssessmentRecord, viewer: Viewer) -> str:
    """Return what the viewer may see of the feedback; at most MAXIMUM_CHARACTERS of it."""
    lines: list[str] = []
    characters = 0
    for line in _write_parts(assessment, viewer):
        characters += len(line) + 1
        if characters > MAXIMUM_CHARACTERS:
            lines.append(viewer.translate(phrases.LEFT_OUT))
            break
        lines.append(line)
    return "\n".join([*lines, ""])


def _write_parts(assessment: AssessmentRecord, viewer: Viewer) -> Iterator[str]:
    if assessment.judge is not None:
        yield from _write_judge(assessment.judge, assessment, viewer)
    if not viewer.withholding.verdict:
        yield from _write_comments(assessment, viewer)


def _write_judge(judge: JudgeRecord, assessment: AssessmentRecord, viewer: Viewer) -> Iterator[str]:
    visible = filter_record(judge, viewer.role, viewer.withholding)
    output = hide_annotations(merge_source_annotations(visible.feedback), viewer.hidden_rules)
    if not viewer.withholding.verdict:
        status = viewer.translate(host_phrases.name_status(judge.status))
        yield f"{status}: {_clean(judge.summary)}" if judge.summary else status
        points = assessment.points
        if points is not None:
            yield f"{points.earned} / {'?' if points.possible is None else points.possible}"
    yield from _write_messages(output.messages)
    for tab in output.groups:
        yield from _write_tab(tab, viewer)
    if output.annotations:
        yield from _write_title(viewer.translate(phrases.CODE))
    for annotation in sort_annotations(output.annotations):
        line = viewer.translate(phrases.LINE, number=annotation.row + 1)
        severity = viewer.translate(phrases.SEVERITY_NAMES[annotation.type])
        yield f"{line}, {severity}: {_clean(clean_annotation_text(annotation))}"


def _write_tab(tab: Tab, viewer: Viewer) -> Iterator[str]:
    yield from _write_title(make_visible(make_tab_title(tab)))
    yield from _write_messages(tab.messages)
    for number, context in enumerate(tab.groups, start=1):
        yield from _write_context(context, number, viewer)


def _write_context(context: Context, number: int, viewer: Viewer) -> Iterator[str]:
    verdict = viewer.describe_verdict(context.accepted)
    yield ""
    yield viewer.translate(phrases.CONTEXT_NUMBER, number=number, verdict=verdict)
    inside = [
        *_write_messages([context.description] if context.description else []),
        *_write_messages(context.messages),
    ]
    for testcase in context.groups:
        inside += _write_testcase(testcase, viewer)
    yield from (indent(line, _INDENT) for line in inside)


def _write_testcase(testcase: Testcase, viewer: Viewer) -> Iterator[str]:
    yield from _write_messages([testcase.description] if testcase.description else [])
    for test in testcase.tests:
        yield from (indent(line, _INDENT) for line in _write_test(test, viewer))
    yield from _write_messages(testcase.messages)


def _write_test(test: Test, viewer: Viewer) -> Iterator[str]:
    channel = _clean(find_channel(test))
    verdict = viewer.describe_verdict(test.accepted)
    yield f"{verdict} ({channel})" if channel else verdict
    yield from _write_messages([test.description] if test.description else [])
    if not test.accepted:
        for phrase, text in (
            (phrases.EXPECTED_OUTPUT, test.expected),
            (phrases.YOUR_OUTPUT, test.generated),
        ):
            if text is not None:
                yield f"{viewer.translate(phrase)}:"
                yield indent(_clean(text), "| ", lambda _: True)
    yield from _write_messages(test.messages)


def _write_comments(assessment: AssessmentRecord, viewer: Viewer) -> Iterator[str]:
    record = assessment.analyzer
    if record is None or record.status is not AnalyzerStatus.COMPLETED:
        return
    record = hide_comments(record, viewer.hidden_rules)
    if record.comments:
        yield from _write_title(viewer.translate(phrases.COMMENTS))
    for comment in sort_by_urgency(record.comments):
        text = record.texts.get(comment.pointer)
        if text is not None:
            kind = viewer.translate(phrases.COMMENT_TYPE_NAMES[comment.type])
            yield f"[{kind}] {_clean(fill_in(text, comment.params).text)}"
            yield ""


def _write_messages(messages: Iterable[Message]) -> Iterator[str]:
    for message in messages:
        meaning = find_meaning(message.format)
        if meaning is not Meaning.DATA:
            text = message.description[:_MAXIMUM_PIECE]
            yield _clean(_remove_tags(text) if meaning is Meaning.HTML else text)


def _write_title(title: str) -> Iterator[str]:
    yield ""
    yield title
    yield "=" * len(title)


def _remove_tags(text: str) -> str:
    return html.unescape(_TAG.sub("", _BREAK.sub("\n", text))).strip()


def _clean(text: str) -> str:
    return make_visible(text[:_MAXIMUM_PIECE].replace("\r\n", "\n")).rstrip()
