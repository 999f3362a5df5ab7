"""Compare a proposed assessment with the current one, as teachers see it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.database.storable import make_json_storable
from kriterion.web.rejudging.models import ChangeLevel
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.attempt_conclusion import make_summary_columns

_CLASS_COLUMNS = ("digest", "representer_version", "exercise_version")
_OUTCOME_COLUMNS = ("state", "status", "accepted", "earned", "possible")
_MAX_COMMENTS = 20  # listed per side
_LONGEST_COMMENT = 200  # characters


@dataclass(frozen=True, kw_only=True, slots=True)
class AssessmentDifference:
    """The kinds of change, and what each side has: columns, and comments the other side lacks.

    `comment_count` is the number of comments that the other side lacks; the first ones are listed.
    """

    changes: tuple[str, ...]
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def level(self) -> ChangeLevel:
        if not self.changes:
            return ChangeLevel.NONE
        return ChangeLevel.FEEDBACK if self.changes == ("feedback",) else ChangeLevel.OUTCOME


def find_difference(
    submission: Submission, current: AssessmentRecord | None, proposed: AssessmentRecord
) -> AssessmentDifference:
    """Compare; `current` is None if the machine failed to assess the submission."""
    before = {name: getattr(submission, name) for name in _OUTCOME_COLUMNS}
    before["class"] = _describe_class({name: getattr(submission, name) for name in _CLASS_COLUMNS})
    columns = {"state": "finished", **make_summary_columns(proposed)}
    after = {name: columns[name] for name in _OUTCOME_COLUMNS}
    after["status"] = str(after["status"])
    after["class"] = _describe_class(columns)
    changes = []
    if (before["state"], before["status"]) != (after["state"], after["status"]):
        changes.append("status")
    if before["accepted"] != after["accepted"]:
        changes.append("accepted")
    if (before["earned"], before["possible"]) != (after["earned"], after["possible"]):
        changes.append("points")
    old, new = Counter(_extract_comments(current)), Counter(_extract_comments(proposed))
    if old != new:
        changes.append("comments")
    if _extract_feedback(current) != _extract_feedback(proposed):
        changes.append("feedback")
    return AssessmentDifference(
        changes=tuple(changes),
        before=before | _list_comments(old - new),
        after=after | _list_comments(new - old),
    )


def _extract_comments(record: AssessmentRecord | None) -> Iterable[str]:
    """Yield the analyzer's comments and the judge's annotations, as one line each."""
    if record is None:
        return
    if record.analyzer is not None:
        for comment in record.analyzer.comments:
            text = record.analyzer.texts.get(comment.pointer) or comment.pointer
            for name, value in comment.params.items():
                text = text.replace(f"%{{{name}}}", value)
            yield text
    if record.judge is not None:
        for annotation in record.judge.feedback.annotations:
            yield f"{annotation.row + 1}: {annotation.text}"


def _list_comments(comments: Counter[str]) -> dict[str, Any]:
    lines = [_join_lines(text) for text in comments.elements()]
    listed = [
        line if len(line) <= _LONGEST_COMMENT else f"{line[:_LONGEST_COMMENT]}…"
        for line in lines[:_MAX_COMMENTS]
    ]
    return {"comments": make_json_storable(listed), "comment_count": len(lines)}


def _join_lines(text: str) -> str:
    """Return a comment on one line, without the title that only its author sees."""
    title, _, body = text.partition("\n")
    visible = body if title.startswith("# ") and body.strip() else text
    return " ".join(visible.split())


def _extract_feedback(record: AssessmentRecord | None) -> object:
    """Return the texts that students can read besides the outcome, without times and memory."""
    if record is None:
        return None
    judge, analyzer, representer = record.judge, record.analyzer, record.representer
    return (
        None if judge is None else (judge.summary, judge.feedback),
        None if analyzer is None else (analyzer.status, analyzer.summary, analyzer.tags),
        None
        if representer is None
        else (
            representer.status,
            representer.digest,
            representer.version,
            representer.exercise_version,
        ),
    )


def _describe_class(columns: Mapping[str, object]) -> str:
    """Return a text that identifies the class of solutions; "" if it has none."""
    values = [columns[name] for name in _CLASS_COLUMNS]
    return "" if "" in values or None in values else "_".join(map(str, values))
