"""Worker processes, as administrators see them."""

from typing import ClassVar

from django.db import models


class Worker(models.Model):
    """A process that takes submissions; removed when it was not seen for a while.

    `fault` says why it can take none, with the remedy; empty if it can. `unable` lists the parts it
    lacks, as objects: `part` is repository, judge, image or exercise, `label` its name, `judge` a
    judge's name, `reason` why; `activities` and `repositories` are the ids of what it leaves to
    others.

    `proofs` lists the images that it has proved: `image`, `kind` as ProofKind, `judge`, `identity`,
    `versions` of the judges in it, and `age_seconds` when it last reported. `report` describes its
    machine as `describe_machine` does.
    """

    name = models.CharField(max_length=100, unique=True)
    host = models.CharField(max_length=200)
    pid = models.PositiveIntegerField()
    concurrency = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    fault = models.TextField(blank=True)
    unable = models.JSONField(default=list, blank=True)
    proofs = models.JSONField(default=list, blank=True)
    report = models.JSONField(default=dict, blank=True)
    retry_asked = models.BooleanField(default=False)  # retry what it was unable to do

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
