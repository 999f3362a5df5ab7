"""Readings: who has read which activity."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity


class Reading(models.Model):
    """A user marked an activity as read; `step` is their place in a tutorial."""

    user = models.ForeignKey(User, models.CASCADE, related_name="readings")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="readings")
    step = models.PositiveIntegerField(default=0)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "activity"], name="reading_is_one")
        ]
