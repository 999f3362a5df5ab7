"""Drafts: unsubmitted work, saved while students type."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity


class Draft(models.Model):
    """A user's work on an activity, by file name.

    `revision` grows with each save. A save names the revision on which it builds; one that builds
    on an older revision is refused and kept as a version. `device` says where it was saved.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="drafts")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="drafts")
    revision = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField(auto_now=True)
    device = models.CharField(max_length=60, blank=True)
    files = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "activity"], name="draft_is_one")
        ]


class DraftVersion(models.Model):
    """An earlier state of a draft; `conflicting` if it came from a tab with an older revision.

    `saved_at` is when it was stored as a version: when it was replaced, or refused.
    """

    draft = models.ForeignKey(Draft, models.CASCADE, related_name="versions")
    revision = models.PositiveIntegerField()
    saved_at = models.DateTimeField(auto_now_add=True)
    conflicting = models.BooleanField(default=False)
    device = models.CharField(max_length=60, blank=True)
    files = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar[list[str]] = ["-saved_at", "-id"]
