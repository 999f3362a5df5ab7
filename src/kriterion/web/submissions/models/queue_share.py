"""Each course's use of the workers, which makes the queue fair between courses."""

from typing import ClassVar

from django.db import models

STEP = 1_000_000  # virtual time of one submission of a course with weight 1
NO_COURSE = 0


class QueueShare(models.Model):
    """The share of a course among the submissions of a priority.

    `flow` is the course's id, or NO_COURSE for submissions outside courses. Each claimed submission
    adds STEP, divided by the course's weight, to `virtual_time`; the active flow with the lowest is
    served first. A flow is active while it may have queued submissions.
    """

    priority = models.PositiveSmallIntegerField()
    flow = models.BigIntegerField()
    virtual_time = models.BigIntegerField(default=0)
    is_active = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["priority", "flow"], name="queue_share_of_flow")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["priority", "virtual_time"],
                name="queue_share_active",
                condition=models.Q(is_active=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.flow} at {self.virtual_time}"
