"""Students' reports of comments on classes."""

from typing import ClassVar

from django.db import models

from kriterion.web.submissions.models import ClassComment, Submission


class ClassCommentReport(models.Model):
    """A student says that a comment is wrong about their submission.

    It is about the comment's `revision` at that time; a changed comment begins without reports.
    """

    comment = models.ForeignKey(ClassComment, models.CASCADE, related_name="reports")
    submission = models.ForeignKey(Submission, models.CASCADE, related_name="class_comment_reports")
    revision = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["comment", "submission", "revision"], name="class_comment_is_reported_once"
            )
        ]
