"""Tokens with which workers fetch content."""

from typing import ClassVar

from django.db import models


class WorkerToken(models.Model):
    """A token that admits workers to content; only the SHA-256 of the random secret is stored.

    `name` says who holds it. A token that was revoked stays, so that its name is not used again
    unnoticed.
    """

    name = models.CharField(max_length=100, unique=True)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
