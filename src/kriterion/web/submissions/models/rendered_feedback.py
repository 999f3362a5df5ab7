"""Feedback rendered for a submission's author when the verdict arrived."""

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class RenderedFeedback(models.Model):
    """The compressed HTML of a finished submission's feedback.

    `key` identifies everything it depends on; with another key it is outdated. It can be rendered
    again at any time, so portable backups leave it out.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="rendered_feedback"
    )
    key = models.CharField(max_length=64)
    document = models.BinaryField()
