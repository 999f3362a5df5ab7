"""Losses: processes that died while running a submission."""

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class Loss(models.Model):
    """A worker process that died while holding a submission."""

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="losses")
    attempt = models.PositiveIntegerField()
    worker = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)
