"""Tools' comments on submissions, by rule, and the rules that a course hides."""

from typing import ClassVar

from django.db import models

from kriterion.feedback.automatic_comments import MAXIMUM_TEXT, CommentSource
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models.submission import Submission


class FeedbackRule(models.Model):
    """A rule by which a tool comments; the columns are as in CommentRule."""

    digest = models.CharField(max_length=64, unique=True)
    source = models.CharField(
        max_length=16, choices=[(source.value, source.value) for source in CommentSource]
    )
    code = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return self.code or self.digest[:12]


class SubmissionComment(models.Model):
    """A comment on a submission by a rule; fields as in AutomaticComment.

    `essential` and `suggestions` are its demands.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="automatic_comments")
    rule = models.ForeignKey(FeedbackRule, models.CASCADE, related_name="comments")
    text = models.CharField(max_length=MAXIMUM_TEXT, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    essential = models.PositiveSmallIntegerField(default=0)
    suggestions = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["submission", "rule"], name="rule_comments_once_on_submission"
            )
        ]


class HiddenRule(models.Model):
    """A rule whose comments a course does not show to its students."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="hidden_rules")
    rule = models.ForeignKey(FeedbackRule, models.CASCADE, related_name="hidden_in")
    hidden_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["course", "rule"], name="rule_is_hidden_once")
        ]
