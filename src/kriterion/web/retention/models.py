"""The progress of the sweeps that remove old data."""

from typing import ClassVar

from django.db import models


class RetentionKind(models.TextChoices):
    """What a sweep removes."""

    PAST_ASSESSMENTS = "past-assessments"  # their documents; results and points stay
    REJUDGINGS = "re-judgings"  # proposals of those that are over
    LIVE_FEEDBACK = "live-feedback"  # left over from submissions that are over
    RENDERINGS = "renderings"  # feedback as HTML, which is rendered again when it is needed
    AUDIT_LOG = "audit-log"
    NOTIFICATIONS = "notifications"
    EXPERIMENTS = "experiments"  # programs that were tried, and their output
    CONTENT = "content"  # files of repositories and tools that no version needs any more


class RetentionSweep(models.Model):
    """The current or last sweep of a kind: rows up to `position` have been considered.

    `ended_at` is None while it runs. `removed` counts what it has removed so far.
    """

    kind = models.CharField(max_length=32, choices=RetentionKind.choices, unique=True)
    position = models.BigIntegerField(default=0)
    removed = models.PositiveBigIntegerField(default=0)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["kind"]

    def __str__(self) -> str:
        return self.kind
