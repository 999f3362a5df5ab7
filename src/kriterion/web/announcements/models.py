"""Announcements, and who dismissed them."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course

MAX_TEXT = 10_000  # characters


class Announcement(models.Model):
    """A text for the members of a course, or for all users if there is no course.

    `text` is Markdown. `revision` counts changes. If `notifies`, workers notify the readers from
    `visible_from` on, in order of their ids: up to `notified_to`, and all at `notified_at`.
    """

    course = models.ForeignKey(
        Course, models.CASCADE, null=True, blank=True, related_name="announcements"
    )
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    author_name = models.CharField(max_length=400, blank=True)
    title = models.CharField(max_length=200)
    text = models.TextField(max_length=MAX_TEXT, blank=True)
    visible_from = models.DateTimeField()
    visible_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revision = models.PositiveIntegerField(default=0)
    notifies = models.BooleanField(default=False)
    notified_to = models.BigIntegerField(default=0)
    notified_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-visible_from", "-id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["visible_from"],
                name="announcement_to_notify",
                condition=models.Q(notifies=True, notified_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return self.title


class Dismissal(models.Model):
    """A reader dismissed an announcement."""

    announcement = models.ForeignKey(Announcement, models.CASCADE, related_name="dismissals")
    user = models.ForeignKey(User, models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "announcement"], name="dismissal_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.announcement_id}/{self.user_id}"
