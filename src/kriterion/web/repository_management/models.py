"""Checks of repositories with the solutions of their exercises."""

from typing import ClassVar

from django.db import models

from kriterion.web.repositories.models import Repository


class CheckState(models.TextChoices):
    """How far a check is."""

    WAITING = "waiting"  # a worker will check the next exercise
    RUNNING = "running"  # a worker checks an exercise
    DONE = "done"
    CANCELLED = "cancelled"


class RepositoryCheck(models.Model):
    """The last check of a repository: its solutions and known-wrong submissions are judged.

    Workers check one exercise at a time. `remaining` are the ids of the activities to check, of
    `total`; `findings` are objects with the fields of authoring's findings, of which `left_out` are
    not kept. `requested_by` is empty for a check that an import started. A worker's write names its
    `attempt`. `losses` counts the processes that died with the next exercise, `silences` the
    workers that let its lease expire, of which `silent_worker` is the last, and `failures` how
    often this machine failed to run it.
    """

    repository = models.OneToOneField(Repository, models.CASCADE, related_name="solution_check")
    state = models.CharField(max_length=16, choices=CheckState.choices, default=CheckState.WAITING)
    requested_by = models.CharField(max_length=200)
    commit = models.CharField(max_length=64, blank=True)  # of the version that is checked
    digest = models.CharField(max_length=64, blank=True)  # of that version's files
    remaining = models.JSONField(default=list)
    total = models.PositiveIntegerField(default=0)
    judged = models.PositiveIntegerField(default=0)  # submissions so far
    findings = models.JSONField(default=list)
    left_out = models.PositiveIntegerField(default=0)
    attempt = models.PositiveIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    silences = models.PositiveSmallIntegerField(default=0, db_default=0)
    silent_worker = models.CharField(max_length=200, blank=True, default="", db_default="")
    failures = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["id"],
                name="repository_check_under_way",
                condition=models.Q(state__in=("waiting", "running")),
            )
        ]

    def __str__(self) -> str:
        return str(self.repository_id)

    @property
    def done(self) -> int:
        """The number of exercises that are checked."""
        return self.total - len(self.remaining)

    @property
    def is_under_way(self) -> bool:
        return self.state in (CheckState.WAITING, CheckState.RUNNING)
