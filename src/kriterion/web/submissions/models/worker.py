"""Workers: what takes submissions, for those who look after the machine."""

from typing import ClassVar

from django.db import models


class Worker(models.Model):
    """A process that takes submissions; gone when it was not seen for a while.

    `fault` says why it can take none, and how that is mended; empty when it can. `unable` lists the
    parts that it lacks, as objects: `part` is repository, judge, image or exercise, `label` its
    name, `judge` that of a judge, `reason` why; `activities` and `repositories` are the ids of what
    it therefore leaves to others.
    """

    name = models.CharField(max_length=100, unique=True)
    host = models.CharField(max_length=200)
    pid = models.PositiveIntegerField()
    concurrency = models.PositiveIntegerField()
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    fault = models.TextField(blank=True)
    unable = models.JSONField(default=list, blank=True)
    retry_asked = models.BooleanField(default=False)  # to try again what it was unable to do

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name
