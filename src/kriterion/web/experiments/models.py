"""Experiments: a student's program, what was run after it or given to it, and its output."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity


class ExperimentState(models.TextChoices):
    """The progress of an experiment."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"  # nothing was run: the machine failed, or no worker had time


class Experiment(models.Model):
    """One run of a program that is not submitted.

    `files` are emptied when it is over: the draft has them. `image` names the image in which it
    runs. `definitions` and `output` are as in ProgramOutput; `ending` is an Ending's value, and
    `exit_status` is None if a limit ended it. `is_unavailable`: the image has no such compiler or
    interpreter, or no worker has the image.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="experiments")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="experiments")
    created_at = models.DateTimeField(auto_now_add=True)
    image = models.CharField(max_length=255, blank=True, default="")
    files = models.JSONField(default=dict)
    file_names = models.JSONField(default=list)  # in order, main file first
    phrase = models.TextField(blank=True)
    stdin = models.TextField(blank=True)

    state = models.CharField(
        max_length=16, choices=ExperimentState.choices, default=ExperimentState.QUEUED
    )
    attempt = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    definitions = models.TextField(blank=True)
    output = models.TextField(blank=True)
    ending = models.CharField(max_length=32, blank=True)
    exit_status = models.IntegerField(null=True, blank=True)
    is_unavailable = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Two tabs cannot have two experiments run at a time.
            models.UniqueConstraint(
                fields=["user"],
                name="experiment_is_one_at_a_time",
                condition=models.Q(state__in=["queued", "running"]),
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["state", "id"],
                name="experiment_under_way",
                condition=models.Q(state__in=["queued", "running"]),
            ),
            models.Index(fields=["user", "activity", "-id"], name="experiment_history"),
        ]

    def __str__(self) -> str:
        return f"{self.activity_id}/{self.pk}"
