"""Activities: everything to do or to read in a repository."""

from typing import ClassVar

from django.db import models

from kriterion.web.repositories.models import Repository


class ActivityType(models.TextChoices):
    EXERCISE = "exercise"
    READING = "reading"
    LESSON = "lesson"
    TUTORIAL = "tutorial"
    PLAYGROUND = "playground"


class ActivityState(models.TextChoices):
    """Whether an activity can be used. Source: Dodona's Activity#status."""

    OK = "ok"
    NOT_VALID = "not valid"  # its author must fix something; old submissions stay visible
    REMOVED = "removed"  # no longer in its repository; old submissions stay visible


class TaskKind(models.TextChoices):
    """The size of an exercise, in learn-ocaml's words."""

    EXERCISE = "exercise"
    PROBLEM = "problem"
    PROJECT = "project"


class Activity(models.Model):
    """An activity as last read, so that lists need no disk; its texts stay in the repository.

    `path` is Exercise.id, or the id of a lesson, tutorial or playground; `token` is Exercise.token,
    unless several activities share it. `names` are by language.
    `task_kind` is empty where the format has none; `authors` are pairs of name and mail address.
    `is_listed` is False for an exercise that its repository's index leaves out: students only see
    it in a series. `trains`, `requires`, `next_on_success` and `next_on_difficulty` are as in
    Exercise; `position` is its place in the repository. `replaced` are the fields that were
    changed on the site, as the repository has them: see `catalog/activity_details.py`.
    `obstacles` are diagnostics that keep it from being solved, and `is_held_back` says that
    students do not see it because of them: see `catalog/held_back.py`.
    """

    repository = models.ForeignKey(Repository, models.CASCADE, related_name="activities")
    type = models.CharField(
        max_length=16, choices=ActivityType.choices, default=ActivityType.EXERCISE
    )
    path = models.CharField(max_length=500)
    token = models.CharField(max_length=64, blank=True)
    names = models.JSONField(default=dict)
    programming_language = models.CharField(max_length=50, blank=True)
    labels = models.JSONField(default=list)
    task_kind = models.CharField(max_length=16, choices=TaskKind.choices, blank=True)
    authors = models.JSONField(default=list)
    is_listed = models.BooleanField(default=True)
    difficulty = models.FloatField(null=True, blank=True)
    trains = models.JSONField(default=list)
    requires = models.JSONField(default=list)
    next_on_success = models.JSONField(default=list)
    next_on_difficulty = models.JSONField(default=list)
    is_public = models.BooleanField(default=False)
    state = models.CharField(max_length=16, choices=ActivityState.choices, default=ActivityState.OK)
    position = models.PositiveIntegerField(default=0)
    replaced = models.JSONField(default=dict)
    obstacles = models.JSONField(default=list)
    is_held_back = models.BooleanField(default=False)
    search_text = models.TextField(blank=True)  # for searches, in lower case

    class Meta:
        ordering: ClassVar[list[str]] = ["repository", "position", "id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["repository", "type", "path"], name="activity_has_one_path"
            )
        ]

    def __str__(self) -> str:
        return self.name("en")

    @property
    def author_names(self) -> list[str]:
        """Return its authors' names, without those that are addresses."""
        return [name for name, _ in self.authors if name.strip() and "@" not in name]

    def name(self, language: str) -> str:
        """Return the name in that language, else English, else Dutch, else the last part of its
        path.
        """
        for code in (language, "en", "nl"):
            if self.names.get(code):
                return str(self.names[code])
        return self.path.rstrip("/").rpartition("/")[2] or self.repository.name
