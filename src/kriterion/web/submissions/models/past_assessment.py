"""Past assessments: what a submission's assessment was before a re-judging replaced it."""

from typing import ClassVar

from django.db import models

from kriterion.web.submissions.models.submission import Submission, SubmissionState


class PastAssessment(models.Model):
    """A replaced assessment, with the columns that the submission's row had then.

    `attempt` is the attempt that made it. `state` is FAILED if the machine had failed, and then
    `document` is empty and `made_at` None. `versions` are as in Assessment. `replaced_by` is the
    username of the teacher; it remains when the user is deleted.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="past_assessments")
    attempt = models.PositiveIntegerField()
    made_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(auto_now_add=True)
    replaced_by = models.CharField(max_length=200)
    state = models.CharField(max_length=16, choices=SubmissionState.choices)
    status = models.CharField(max_length=32)
    accepted = models.BooleanField(default=False)
    summary = models.TextField(blank=True)
    earned = models.IntegerField(null=True, blank=True)
    possible = models.IntegerField(null=True, blank=True)
    versions = models.JSONField(default=dict)
    document = models.BinaryField(default=b"")

    class Meta:
        ordering: ClassVar[list[str]] = ["submission", "-attempt"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["submission", "attempt"], name="assessment_is_replaced_once"
            )
        ]
