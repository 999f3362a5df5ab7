"""How many of an exercise's hints each user has revealed."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity


class RevealedHints(models.Model):
    """A user revealed the first `count` hints of an activity, the last one at `last_at`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="revealed_hints")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="revealed_hints")
    count = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "activity"], name="revealed_hints_are_one")
        ]


def count_revealed(user: User, activity_id: int) -> int:
    """Return how many hints of an activity a user has revealed."""
    own = RevealedHints.objects.filter(user=user, activity=activity_id)
    return own.values_list("count", flat=True).first() or 0
