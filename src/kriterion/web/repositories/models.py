"""Repositories of exercises."""

import secrets
from typing import ClassVar

from django.db import models

from kriterion.exercises.exercise import RepositoryFormat


class RepositoryState(models.TextChoices):
    """The progress of fetching a repository."""

    NEW = "new"  # to be cloned or unpacked
    READING = "reading"  # being cloned and checked
    READY = "ready"
    FAILED = "failed"  # could not be cloned or read: see `failure`


def made_up_secret() -> str:
    """Return a random secret."""
    return secrets.token_urlsafe(32)


class Repository(models.Model):
    """A repository: its source, its copy here, and its problems.

    Without `git_url` it was uploaded. `directory` is its copy; the previous one stays until the new
    one is read. `webhook_secret` lets its host report pushes. `default_judge` judges exercises that
    name none. `tree` groups the activities (the contract's Group as JSON); None: by directory.
    `problems` are objects with the fields of authoring's findings. `needed_judges` are the judges
    its exercises need (NeededJudge as JSON).
    """

    name = models.CharField(max_length=200, unique=True)
    format = models.CharField(
        max_length=16, blank=True, choices=[(each.value, each.value) for each in RepositoryFormat]
    )
    git_url = models.CharField(max_length=500, blank=True)
    branch = models.CharField(max_length=200, blank=True)
    directory = models.CharField(max_length=1000, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    webhook_secret = models.CharField(max_length=64, blank=True, default=made_up_secret)
    default_judge = models.CharField(max_length=100, blank=True)
    state = models.CharField(
        max_length=16, choices=RepositoryState.choices, default=RepositoryState.NEW
    )
    failure = models.TextField(blank=True)
    problems = models.JSONField(default=list, blank=True)
    needed_judges = models.JSONField(default=list, blank=True)
    tree = models.JSONField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
