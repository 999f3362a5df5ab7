"""Students' reports of comments on classes, and comments that were carried over."""

from typing import ClassVar

from django.db import models

from kriterion.web.submissions.models import ClassComment, Submission

MAX_SENTENCE = 300  # characters of what a student adds to a report


class ClassCommentReport(models.Model):
    """A student says that a comment is wrong about their submission.

    It is about the comment's `revision` at that time; a changed comment begins without reports.
    `sentence` is what the student adds, if anything.
    """

    comment = models.ForeignKey(ClassComment, models.CASCADE, related_name="reports")
    submission = models.ForeignKey(Submission, models.CASCADE, related_name="class_comment_reports")
    revision = models.PositiveIntegerField()
    sentence = models.CharField(max_length=MAX_SENTENCE, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["comment", "submission", "revision"], name="class_comment_is_reported_once"
            )
        ]


class CarriedComment(models.Model):
    """A comment that was carried over to a class of a newer version, from the comment `source`."""

    comment = models.OneToOneField(
        ClassComment, models.CASCADE, primary_key=True, related_name="carried_from"
    )
    source = models.ForeignKey(ClassComment, models.CASCADE, related_name="carried_to")
