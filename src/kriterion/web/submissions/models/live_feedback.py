"""Feedback while it comes: what followers are shown before there is an assessment."""

from typing import ClassVar

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class FeedbackBatch(models.Model):
    """Some changes in a judgement, in order, as one attempt at a submission saw them.

    Changes count from 1 in each attempt; `document` holds those from `first` to `last`. Batches
    go when the submission is over: the assessment has everything then.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="batches")
    attempt = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    document = models.BinaryField()

    class Meta:
        ordering: ClassVar[list[str]] = ["submission", "attempt", "first"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["submission", "attempt", "first"], name="batch_comes_once"
            )
        ]
