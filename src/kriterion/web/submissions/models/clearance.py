"""Clearances: why essential comments on a submission no longer block its student."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.submissions.models.class_comment import ClassComment
from kriterion.web.submissions.models.submission import Submission


class ClearanceReason(models.TextChoices):
    """How a comment was cleared."""

    READ = "read"  # the student confirmed it
    LIFTED = "lifted"  # by a teacher
    EARLIER = "earlier"  # it was accepted before essential comments counted


class Clearance(models.Model):
    """A cleared essential comment of a teacher; without `class_comment`, all of the analyzer's.

    `by_name` remains when the user is deleted.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="clearances")
    class_comment = models.ForeignKey(
        ClassComment, models.CASCADE, null=True, blank=True, related_name="clearances"
    )
    reason = models.CharField(max_length=16, choices=ClearanceReason.choices)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["submission", "class_comment"], name="class_comment_is_cleared_once"
            ),
            models.UniqueConstraint(
                fields=["submission"],
                condition=models.Q(class_comment=None),
                name="analyzers_comments_are_cleared_once",
            ),
        ]
