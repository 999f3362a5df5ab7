"""Losses: processes that died, or fell silent, while running a submission."""

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class Loss(models.Model):
    """A worker process that died while holding a submission.

    `is_silent`: it is only presumed dead, because it let its lease expire. If it is alive, it
    deletes the row.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="losses")
    attempt = models.PositiveIntegerField()
    worker = models.CharField(max_length=100)
    is_silent = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField(auto_now_add=True)
