"""Calendar feeds: whose they are."""

from django.db import models

from kriterion.web.accounts.models import User


class CalendarFeed(models.Model):
    """A user's feed. The token in its address is the signed `key`, which alone reveals nothing."""

    user = models.OneToOneField(User, models.CASCADE, related_name="calendar_feed")
    key = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.user_id)
