"""The comments that tools write without a person, and the rule that each of them follows.

A rule is identified by a digest. For an analyzer's comment this is the digest of its pointer; for a
judge's annotation, of the address with more information about it. Without an address, it is the
digest of the severity and the text without what varies: quoted names and numbers.
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique

import msgspec

from kriterion.assessment.assessment_record import (
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
    JudgeRecord,
)
from kriterion.assessment.soft_block import Demands, collect_demands, has_text, remove_titles
from kriterion.feedback.annotation_placement import clean_annotation_text, sort_annotations
from kriterion.feedback.pythia import merge_source_annotations
from kriterion.feedback.visibility import filter_output
from kriterion_tools.contracts.dodona_judge.output_records import (
    Annotation,
    FullOutput,
    Permission,
)
from kriterion_tools.contracts.dodona_judge.statuses import Status
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, sort_by_urgency
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

MAXIMUM_RULES = 100  # of one submission
MAXIMUM_TEXT = 200  # characters
_MAXIMUM_READ = 4_000  # characters of a text that identify its rule
_VARYING = re.compile(r"(?<!\w)'[^'\n]*'(?!\w)|\"[^\"\n]*\"|`[^`\n]*`|\d+")


@unique
class CommentSource(StrEnum):
    """The kind of tool that comments."""

    ANALYZER = "analyzer"
    JUDGE = "judge"


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentRule:
    """A rule of a tool. `code` is its pointer or address, "" if it is known by its text only."""

    source: CommentSource
    code: str
    digest: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AutomaticComment:
    """What a student reads because of one rule.

    `text` is the beginning of the first text, `line` the first line that it names, from 1.
    `demands` are those of all comments that follow the rule.
    """

    rule: CommentRule
    text: str
    line: int | None = None
    demands: Demands = field(default_factory=Demands)


def list_automatic_comments(record: AssessmentRecord) -> list[AutomaticComment]:
    """Return the comments that a student reads, in the order of the page: one per rule.

    There are at most MAXIMUM_RULES. Compile errors are not comments.
    """
    found: dict[str, AutomaticComment] = {}
    for comment in (*_list_analyzer_comments(record.analyzer), *_list_judge_comments(record.judge)):
        first = found.get(comment.rule.digest)
        if first is None and len(found) < MAXIMUM_RULES:
            found[comment.rule.digest] = comment
        elif first is not None:
            demands = first.demands + comment.demands
            found[comment.rule.digest] = replace(first, demands=demands)
    return list(found.values())


def hide_comments(record: AnalyzerRecord, rules: Collection[str]) -> AnalyzerRecord:
    """Return the record without the comments of some rules, by digest.

    The summary goes with the last comment.
    """
    if not rules:
        return record
    left = tuple(
        comment for comment in record.comments if find_comment_rule(comment).digest not in rules
    )
    if len(left) == len(record.comments):
        return record
    return msgspec.structs.replace(record, comments=left, summary=record.summary if left else None)


def hide_annotations(output: FullOutput, rules: Collection[str]) -> FullOutput:
    """Return the output without the annotations of some rules, by digest."""
    if not rules:
        return output
    left = (note for note in output.annotations if find_annotation_rule(note).digest not in rules)
    return msgspec.structs.replace(output, annotations=tuple(left))


def find_comment_rule(comment: Comment) -> CommentRule:
    return _make_rule(CommentSource.ANALYZER, comment.pointer)


def find_annotation_rule(annotation: Annotation) -> CommentRule:
    if annotation.external_url:
        return _make_rule(CommentSource.JUDGE, annotation.external_url)
    text = _VARYING.sub("…", clean_annotation_text(annotation)[:_MAXIMUM_READ])
    return _make_rule(CommentSource.JUDGE, "", annotation.type.value, " ".join(text.split()))


def _make_rule(source: CommentSource, code: str, *traits: str) -> CommentRule:
    identity = json.dumps([source.value, code, *traits]).encode()
    return CommentRule(source=source, code=code, digest=hashlib.sha256(identity).hexdigest())


def _list_analyzer_comments(record: AnalyzerRecord | None) -> Iterator[AutomaticComment]:
    if record is None or record.status is not AnalyzerStatus.COMPLETED:
        return
    for comment in sort_by_urgency(record.comments):
        if has_text(comment, record):
            alone = msgspec.structs.replace(record, comments=(comment,))
            text = fill_in(record.texts[comment.pointer], comment.params).text
            yield AutomaticComment(
                rule=find_comment_rule(comment),
                text=_shorten(remove_titles(text)),
                line=comment.places[0].row + 1 if comment.places else None,
                demands=collect_demands(alone),
            )


def _list_judge_comments(record: JudgeRecord | None) -> Iterator[AutomaticComment]:
    if record is None or record.status is Status.COMPILATION_ERROR:
        return
    output = merge_source_annotations(filter_output(record.feedback, Permission.STUDENT))
    for annotation in sort_annotations(output.annotations):
        yield AutomaticComment(
            rule=find_annotation_rule(annotation),
            text=_shorten(clean_annotation_text(annotation)),
            line=annotation.row + 1,
        )


def _shorten(text: str) -> str:
    """Return the beginning of a text on one line."""
    return " ".join(text[: 4 * MAXIMUM_TEXT].split())[:MAXIMUM_TEXT]
