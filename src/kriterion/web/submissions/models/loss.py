"""Losses: processes that died while they ran a submission."""

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class Loss(models.Model):
    """A worker's process that was dead while it still held a submission."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="losses")
    attempt = models.PositiveIntegerField()
    worker = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)
