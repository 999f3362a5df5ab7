"""Read an analyzer's output: the analysis, the tags, and all violations of the contract.

Any bytes are accepted. A faulty comment is dropped, often only in part; the rest is unaffected.
Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md; exercism/website 16bb79f for
what is tolerated. Where the website loses a page or a job (comments that are not a list, an unknown
type, a pointer that is not a string), we lose at most the comment.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from kriterion_tools.contracts.exercism_analyzer.analysis import (
    DEFAULT_TYPE,
    Analysis,
    Comment,
    CommentType,
)
from kriterion_tools.contracts.exercism_analyzer.analyzer_files import ANALYSIS, TAGS
from kriterion_tools.contracts.exercism_analyzer.comment_places import read_places
from kriterion_tools.contracts.exercism_analyzer.params import read_params
from kriterion_tools.contracts.exercism_analyzer.pointers import find_comment_path
from kriterion_tools.contracts.exercism_analyzer.tags import read_tags
from kriterion_tools.diagnostic import describe_value
from kriterion_tools.errors import ContractViolation
from kriterion_tools.tool_documents import (
    DocumentViolations,
    decode,
    decode_value,
)

MAXIMUM_COMMENTS = 100  # of each type, so that the others cannot crowd out urgent ones
MAXIMUM_SUMMARY = 2_000  # characters

_NOTHING = msgspec.Raw(b"null")
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_TYPES = {type_.value: type_ for type_ in CommentType}


@dataclass(frozen=True, kw_only=True, slots=True)
class AnalysisReading:
    """What was found. `analysis` is None when the file cannot be read at all."""

    analysis: Analysis | None
    tags: tuple[str, ...] = ()
    violations: tuple[ContractViolation, ...] = ()


class _Document(msgspec.Struct):
    summary: msgspec.Raw = _NOTHING
    comments: msgspec.Raw = _NOTHING


_DOCUMENT = msgspec.json.Decoder(_Document)


def read_output(files: Mapping[str, bytes]) -> AnalysisReading:
    """Read the analysis and the tags from the files of an output directory (name → content)."""
    violations: list[ContractViolation] = []
    analysis = None
    tags: tuple[str, ...] = ()
    try:
        if ANALYSIS not in files:
            raise ContractViolation(ANALYSIS, "", "is missing", code="tool-output.missing-file")
        analysis, violations_here = read_analysis(files[ANALYSIS])
        violations += violations_here
    except ContractViolation as violation:
        violations.append(violation)
    try:
        if TAGS in files:
            tags, violations_here = read_tags(files[TAGS])
            violations += violations_here
    except ContractViolation as violation:
        violations.append(violation)
    return AnalysisReading(analysis=analysis, tags=tags, violations=tuple(violations))


def read_analysis(content: bytes) -> tuple[Analysis, tuple[ContractViolation, ...]]:
    """Read an analysis.json. Raises ContractViolation if none of it is usable."""
    violations = DocumentViolations(ANALYSIS)
    document = decode(content, _DOCUMENT, ANALYSIS, violations)
    summary = _read_summary(document.summary, violations)
    comments = _read_comments(_read_items(document.comments, violations), violations)
    return Analysis(summary=summary, comments=comments), violations.to_tuple()


def _read_summary(raw: msgspec.Raw, violations: DocumentViolations) -> str | None:
    """Read the summary; None if it is blank, as on Exercism's website."""
    written = _read_value(raw, "summary", violations)
    if written is None:
        return None
    if not isinstance(written, str):
        what = f"must be a string, not {describe_value(written)}"
        violations.add("summary", what, code="tool-output.wrong-type")
        return None
    if len(written) > MAXIMUM_SUMMARY:
        what = f"is longer than {MAXIMUM_SUMMARY:,} characters and is truncated"
        violations.add("summary", what, code="analysis.summary-too-long")
    return written[:MAXIMUM_SUMMARY].strip() or None


def _read_items(raw: msgspec.Raw, violations: DocumentViolations) -> list[msgspec.Raw]:
    """Return the comments, still undecoded."""
    try:
        return _ITEMS.decode(raw)
    except msgspec.ValidationError:
        written = _read_value(raw, "comments", violations)
    if written is None:
        violations.add("comments", "is missing", code="tool-output.missing-key")
    else:
        what = f"must be a list, not {describe_value(written)}"
        violations.add("comments", what, code="tool-output.wrong-type")
    return []


def _read_value(raw: msgspec.Raw, where: str, violations: DocumentViolations) -> Any:
    """Decode a value; add a violation and return None if that fails."""
    try:
        return decode_value(raw, ANALYSIS, where)
    except ContractViolation as violation:
        violations.append(violation)
        return None


def _read_comments(
    items: Iterable[msgspec.Raw], violations: DocumentViolations
) -> tuple[Comment, ...]:
    """Read the usable comments, up to the limit for each type."""
    comments: list[Comment] = []
    room = dict.fromkeys(CommentType, MAXIMUM_COMMENTS)
    for index, item in enumerate(items):
        where = f"comments[{index}]"
        comment = _read_comment(_read_value(item, where, violations), where, violations)
        if comment is None:
            continue
        room[comment.type] -= 1
        if room[comment.type] >= 0:
            comments.append(comment)
    for type_, left in room.items():
        if left < 0:
            what = (
                f"{-left:,} comments of type {type_} are ignored: the limit is {MAXIMUM_COMMENTS}"
            )
            violations.add("comments", what, code="analysis.too-many-comments")
    return tuple(comments)


def _read_comment(written: Any, where: str, violations: DocumentViolations) -> Comment | None:
    """Read one comment; add a violation and return None if its pointer is unusable."""
    if isinstance(written, str):
        written, where_pointer = {"comment": written}, where
    elif isinstance(written, dict):
        where_pointer = f"{where}.comment"
    else:
        what = f"must be a string or an object, not {describe_value(written)}"
        violations.add(where, what, code="tool-output.wrong-type")
        return None
    if "comment" not in written:
        violations.add(where_pointer, "is missing", code="tool-output.missing-key")
        return None
    pointer = written["comment"]
    if not isinstance(pointer, str):
        what = f"must be a pointer, not {describe_value(pointer)}"
        violations.add(where_pointer, what, code="tool-output.wrong-type")
        return None
    try:
        find_comment_path(pointer)
    except ValueError as fault:
        what = f"{describe_value(pointer)} is not a valid pointer: it {fault}"
        violations.add(where_pointer, what, code="analysis.invalid-pointer")
        return None
    params = read_params(written.get("params"), f"{where}.params", violations)
    return Comment(
        pointer=pointer,
        type=_read_type(written.get("type"), f"{where}.type", violations),
        params=params,
        places=read_places(written.get("places"), params, f"{where}.places", violations),
    )


def _read_type(written: Any, where: str, violations: DocumentViolations) -> CommentType:
    if written is None:
        return DEFAULT_TYPE
    if isinstance(written, str) and written in _TYPES:
        return _TYPES[written]
    what = f"{describe_value(written)} is not a type of comment and is read as {DEFAULT_TYPE}"
    violations.add(where, what, code="analysis.unknown-type")
    return DEFAULT_TYPE
