"""Whom a comment on a class reaches, and what each of them reads."""

from dataclasses import dataclass

from django.db.models import Max, QuerySet

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.equivalence.services.class_key import CourseClass
from kriterion.web.submissions.models import Assessment, Submission
from kriterion_tools.contracts.exercism_representer.representation import (
    DEFAULT_VERSION,
    Representation,
)
from kriterion_tools.contracts.exercism_representer.restored_names import (
    map_placeholders_to_names,
    restore_names,
)

EXAMPLES = 3
_CANDIDATES = 20  # how many of the newest submissions may become examples


@dataclass(frozen=True, kw_only=True, slots=True)
class CommentReader:
    """A student's latest submission to the class, and the comment with the names it uses."""

    submission: Submission
    text: str


def select_latest_submissions(solution_class: CourseClass) -> QuerySet[Submission]:
    """Return the latest submission to the class of each of its students, newest first."""
    latest = (
        solution_class.submissions.order_by().values("user").annotate(latest=Max("pk"))
    ).values("latest")
    return Submission.objects.filter(pk__in=latest).select_related("user").order_by("-pk")


def list_readers(submissions: list[Submission], markdown: str) -> list[CommentReader]:
    """Return the comment as the author of each submission reads it, with their own names.

    It takes one query.
    """
    ids = [submission.pk for submission in submissions]
    assessments = Assessment.objects.in_bulk(ids)
    return [
        CommentReader(
            submission=submission,
            text=_fill_in(markdown, assessments.get(submission.pk)),
        )
        for submission in submissions
    ]


def read_names(submission: Submission) -> dict[str, str]:
    """Return the submission's own names by placeholder; empty if its assessment is gone."""
    representation = _read_representation(Assessment.objects.filter(submission=submission).first())
    return {} if representation is None else dict(map_placeholders_to_names(representation))


def choose_examples(solution_class: CourseClass) -> list[Submission]:
    """Return up to three submissions with different texts, of different students if possible."""
    candidates = list(select_latest_submissions(solution_class)[:_CANDIDATES])
    examples: list[Submission] = []
    for submission in candidates:
        if len(examples) < EXAMPLES and all(
            submission.files != example.files for example in examples
        ):
            examples.append(submission)
    return examples


def _fill_in(markdown: str, assessment: Assessment | None) -> str:
    representation = _read_representation(assessment)
    return markdown if representation is None else restore_names(markdown, representation)


def _read_representation(assessment: Assessment | None) -> Representation | None:
    return None if assessment is None else make_representation(assessment.record)


def make_representation(record: AssessmentRecord) -> Representation | None:
    """Return the representation of an assessment; None if it has none."""
    representer = record.representer
    if representer is None:
        return None
    return Representation(
        text=representer.text or "",
        mapping=representer.mapping,
        version=representer.version or DEFAULT_VERSION,
    )
