"""Which students have been notified that the feedback of a series appeared."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Series


class FeedbackNotice(models.Model):
    """A student was notified of the feedback of a series."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="feedback_notices")
    user = models.ForeignKey(User, models.CASCADE, related_name="feedback_notices")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "user"], name="feedback_notice_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.series_id}/{self.user_id}"
