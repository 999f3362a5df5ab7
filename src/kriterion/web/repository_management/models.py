"""Checks of repositories with the solutions of their exercises."""

from django.db import models

from kriterion.web.repositories.models import Repository


class CheckState(models.TextChoices):
    """How far a check is."""

    UNDER_WAY = "under-way"
    DONE = "done"
    CANCELLED = "cancelled"


class RepositoryCheck(models.Model):
    """The last check of a repository: its solutions and known-wrong submissions are judged.

    `done` exercises of `total` are checked; those that remain are rows of `ExerciseCheck`.
    `findings` are objects with the fields of authoring's findings, of which `left_out` are not
    kept. `requested_by` is empty for a check that an import started.
    """

    repository = models.OneToOneField(Repository, models.CASCADE, related_name="solution_check")
    state = models.CharField(
        max_length=16, choices=CheckState.choices, default=CheckState.UNDER_WAY
    )
    requested_by = models.CharField(max_length=200)
    commit = models.CharField(max_length=64, blank=True)  # of the version that is checked
    digest = models.CharField(max_length=64, blank=True)  # of that version's files
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    judged = models.PositiveIntegerField(default=0)  # submissions so far
    findings = models.JSONField(default=list)
    left_out = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.repository_id)

    @property
    def is_under_way(self) -> bool:
        return self.state == CheckState.UNDER_WAY


class ExerciseCheckState(models.TextChoices):
    """Whether a worker checks the exercise."""

    WAITING = "waiting"
    RUNNING = "running"


class ExerciseCheck(models.Model):
    """An exercise that a check has still to judge; the row is deleted once that is done.

    Several workers may judge exercises of one check. A worker's write names its `attempt`. `losses`
    counts the processes that died with this exercise, `silences` the workers that let its lease
    expire, of which `silent_worker` is the last, and `failures` how often this machine failed to
    run it.
    """

    repository_check = models.ForeignKey(RepositoryCheck, models.CASCADE, related_name="exercises")
    # The id of an activity, which may be removed meanwhile: then nothing is judged.
    activity_id = models.BigIntegerField()
    state = models.CharField(
        max_length=16, choices=ExerciseCheckState.choices, default=ExerciseCheckState.WAITING
    )
    attempt = models.PositiveIntegerField(default=0)
    losses = models.PositiveSmallIntegerField(default=0)
    silences = models.PositiveSmallIntegerField(default=0)
    silent_worker = models.CharField(max_length=200, blank=True, default="")
    failures = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=200, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.activity_id} of {self.repository_check_id}"
