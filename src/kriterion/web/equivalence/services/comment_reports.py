"""Report comments on classes as wrong, and count the reports."""

from dataclasses import dataclass

from django.db.models import Count, F

from kriterion.web.database.write_lock import write_transaction
from kriterion.web.equivalence.models import ClassCommentReport
from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.submissions.services.solution_classes import comments_on


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportableComment:
    """A comment that a student sees on a submission, and whether they reported it."""

    comment: ClassComment
    is_reported: bool


def list_reportable_comments(submission: Submission) -> list[ReportableComment]:
    """Return the comments on a submission's class, in the order of the page."""
    comments = comments_on(submission)
    if not comments:
        return []
    reports = ClassCommentReport.objects.filter(submission=submission, comment__in=comments)
    reported = set(reports.values_list("comment", "revision"))
    return [
        ReportableComment(comment=comment, is_reported=(comment.pk, comment.revision) in reported)
        for comment in comments
    ]


def report_comment(submission: Submission, comment: ClassComment) -> None:
    """Record that the comment is wrong about the submission.

    A repetition has no effect, nor a report of a comment that was changed or removed meanwhile.
    """
    with write_transaction():
        current = ClassComment.objects.filter(pk=comment.pk, revision=comment.revision)
        if current.select_for_update(no_key=True).first() is not None:
            ClassCommentReport.objects.get_or_create(
                comment=comment, submission=submission, revision=comment.revision
            )


def withdraw_report(submission: Submission, comment: ClassComment) -> None:
    ClassCommentReport.objects.filter(submission=submission, comment=comment).delete()


def count_reports(comments: list[ClassComment]) -> dict[int, int]:
    """Return the number of students who reported each comment as it is now, by its id."""
    counts = (
        ClassCommentReport.objects.filter(comment__in=comments, revision=F("comment__revision"))
        .values("comment")
        .annotate(students=Count("submission__user", distinct=True))
    )
    return {row["comment"]: row["students"] for row in counts}
