"""Shows a compiler's error once: at its line, if the judge annotates it there."""

from msgspec.structs import replace

from kriterion.assessment.assessment_record import JudgeRecord
from kriterion.feedback.annotation_placement import clean_annotation_text
from kriterion_tools.contracts.dodona_judge.output_records import Annotation, AnnotationSeverity
from kriterion_tools.contracts.dodona_judge.statuses import Status


def find_compile_error(judge: JudgeRecord) -> Annotation | None:
    """Return the first error that the compiler reported at a line."""
    if judge.status is not Status.COMPILATION_ERROR:
        return None
    errors = (
        annotation
        for annotation in judge.feedback.annotations
        if annotation.type is AnnotationSeverity.ERROR and clean_annotation_text(annotation)
    )
    return min(errors, key=lambda annotation: annotation.row, default=None)


def remove_repetitions(judge: JudgeRecord) -> JudgeRecord:
    """Remove the summary and the messages that repeat a compile error shown at its line."""
    error = find_compile_error(judge)
    if error is None:
        return judge
    text = clean_annotation_text(error)
    feedback = replace(
        judge.feedback,
        messages=tuple(
            message for message in judge.feedback.messages if text not in message.description
        ),
    )
    is_repeated = text in (judge.summary or "")
    return replace(judge, feedback=feedback, summary=None if is_repeated else judge.summary)
