"""Report comments on classes as wrong, and count the reports."""

from dataclasses import dataclass

from django.db.models import Count, F, QuerySet

from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.equivalence.models import MAX_SENTENCE, ClassCommentReport
from kriterion.web.submissions.models import ClassComment, Submission
from kriterion.web.submissions.services.solution_classes import list_class_comments


@dataclass(frozen=True, kw_only=True, slots=True)
class ReportableComment:
    """A comment that a student sees on a submission; `sentence` is None if it is not reported."""

    comment: ClassComment
    sentence: str | None

    @property
    def is_reported(self) -> bool:
        return self.sentence is not None


def list_reportable_comments(submission: Submission) -> list[ReportableComment]:
    """Return the comments on a submission's class, in the order of the page."""
    comments = list_class_comments(submission)
    if not comments:
        return []
    reports = ClassCommentReport.objects.filter(submission=submission, comment__in=comments)
    sentences = {
        (pk, revision): sentence
        for pk, revision, sentence in reports.values_list("comment", "revision", "sentence")
    }
    return [
        ReportableComment(comment=comment, sentence=sentences.get((comment.pk, comment.revision)))
        for comment in comments
    ]


def report_comment(
    submission: Submission, comment: ClassComment, sentence: str | None = None
) -> None:
    """Record that the comment is wrong about the submission.

    A repetition changes only the sentence, unless that is None. A report of a comment that was
    changed or removed meanwhile has no effect.
    """
    stored = "" if sentence is None else make_storable(sentence.strip())[:MAX_SENTENCE]
    changes = {} if sentence is None else {"sentence": stored}
    with write_transaction():
        current = ClassComment.objects.filter(pk=comment.pk, revision=comment.revision)
        if current.select_for_update(no_key=True).first() is not None:
            ClassCommentReport.objects.update_or_create(
                comment=comment,
                submission=submission,
                revision=comment.revision,
                defaults=changes,
                create_defaults={"sentence": stored},
            )


def withdraw_report(submission: Submission, comment: ClassComment) -> None:
    ClassCommentReport.objects.filter(submission=submission, comment=comment).delete()


def select_reports(comment: ClassComment) -> QuerySet[ClassCommentReport]:
    """Return the reports of a comment as it is now, newest first."""
    reports = ClassCommentReport.objects.filter(comment=comment, revision=comment.revision)
    return reports.select_related("submission__user").order_by("-made_at", "-pk")


def count_reports(comments: list[ClassComment]) -> dict[int, int]:
    """Return the number of students who reported each comment as it is now, by its id."""
    counts = (
        ClassCommentReport.objects.filter(comment__in=comments, revision=F("comment__revision"))
        .values("comment")
        .annotate(students=Count("submission__user", distinct=True))
    )
    return {row["comment"]: row["students"] for row in counts}
