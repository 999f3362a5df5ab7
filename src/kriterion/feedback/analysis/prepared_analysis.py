"""Prepares an analyzer's comments for a viewer, or the reason why there are none."""

from dataclasses import dataclass, field, replace

from kriterion.assessment.assessment_record import (
    NOT_ACCEPTED,
    AnalyzerRecord,
    AnalyzerStatus,
    AssessmentRecord,
)
from kriterion.feedback import phrases
from kriterion.feedback.analysis.comment_annotations import annotate_comments
from kriterion.feedback.analysis.prepared_comments import PreparedComments, prepare_comments
from kriterion.feedback.automatic_comments import hide_comments
from kriterion.feedback.viewer import Viewer
from kriterion_tools.contracts.dodona_judge.output_records import Annotation
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind
from kriterion_tools.errors import ContractViolation
from kriterion_tools.translation.translator import Phrase


@dataclass(frozen=True, kw_only=True, slots=True)
class PreparedAnalysis:
    """An analysis ready to render.

    `reason` explains why there are no comments; it is None if the analyzer completed.
    `annotations` are made of those comments that name a line.
    """

    comments: PreparedComments = field(default_factory=PreparedComments)
    reason: Phrase | None = None
    annotations: tuple[Annotation, ...] = ()
    kind: ExerciseKind = ExerciseKind.PRACTICE


def prepare_analysis(assessment: AssessmentRecord, viewer: Viewer) -> PreparedAnalysis | None:
    """Prepare the comments for a viewer, or return None if there is nothing to show."""
    record = assessment.analyzer
    if record is None:
        return None
    if record.status is not AnalyzerStatus.COMPLETED:
        reason = _explain_missing_comments(record)
        return None if reason is None else PreparedAnalysis(reason=reason)
    record = hide_comments(record, viewer.hidden_rules)
    comments = prepare_comments(
        record.analysis,
        record.texts,
        viewer,
        languages=record.languages,
        file_name=assessment.submission.file_name,
        other_files=assessment.submission.other_files,
    )
    comments = replace(comments, faults=(*_list_violations(record), *comments.faults))
    content = (comments.summary, comments.comments, comments.left_out)
    if not any(content) and not (comments.faults and viewer.is_staff):
        return None
    return PreparedAnalysis(
        comments=comments,
        annotations=annotate_comments(comments),
        kind=record.exercise_kind,
    )


def _explain_missing_comments(record: AnalyzerRecord) -> Phrase | None:
    """Return why there are no comments, or None if the student expects none."""
    if record.status is AnalyzerStatus.FAILED:
        return phrases.ANALYZER_TIMED_OUT if record.timed_out else phrases.ANALYZER_FAILED
    return phrases.NO_COMMENTS_YET if record.reason == NOT_ACCEPTED else None


def _list_violations(record: AnalyzerRecord) -> tuple[ContractViolation, ...]:
    return tuple(
        ContractViolation(violation.document, violation.where, violation.what, code=violation.code)
        for violation in record.violations
    )
