"""Live feedback: what followers see before the assessment is complete."""

from typing import ClassVar

from django.db import models

from kriterion.web.submissions.models.submission import Submission


class FeedbackBatch(models.Model):
    """Consecutive changes of the judgement in one attempt at a submission.

    Changes count from 1 in each attempt; `document` holds those from `first` to `last`. Batches are
    deleted when the submission is over, since the assessment is complete then.
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
