"""Feedback rendered once, when the verdict came, for whoever handed the submission in."""

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class RenderedFeedback(models.Model):
    """The HTML of a finished submission's feedback, compressed.

    `key` names everything that it was made of; with another key it is out of date. It can be made
    again at any time, so portable backups leave it out.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="rendered_feedback"
    )
    key = models.CharField(max_length=64)
    document = models.BinaryField()
