"""Activities: what there is to do and to read in a repository."""

from typing import ClassVar

from django.db import models

from kriterion.web.repositories.models import Repository


class ActivityType(models.TextChoices):
    """What an activity is."""

    EXERCISE = "exercise"
    READING = "reading"
    LESSON = "lesson"
    TUTORIAL = "tutorial"
    PLAYGROUND = "playground"


class ActivityState(models.TextChoices):
    """Whether an activity can be used. Source: Dodona's Activity#status."""

    OK = "ok"
    NOT_VALID = "not valid"  # its author has something to mend; old submissions can be seen
    REMOVED = "removed"  # no longer in its repository; old submissions can be seen


class TaskKind(models.TextChoices):
    """How large a thing an exercise is, in learn-ocaml's words."""

    EXERCISE = "exercise"
    PROBLEM = "problem"
    PROJECT = "project"


class Activity(models.Model):
    """An activity as it was last read, so that lists need no disk; its texts stay where it is.

    `path` is Exercise.id, or the id of a lesson, tutorial or playground. `names` are by language.
    `task_kind` is empty where the format has none; `authors` are pairs of name and mail address.
    `is_listed` is false of an exercise that its repository's index leaves out: students do not see
    it unless a series has it. `trains`, `requires`, `next_on_success` and `next_on_difficulty` as
    in Exercise; `position` is its place in the repository.
    """

    repository = models.ForeignKey(Repository, models.CASCADE, related_name="activities")
    type = models.CharField(
        max_length=16, choices=ActivityType.choices, default=ActivityType.EXERCISE
    )
    path = models.CharField(max_length=500)
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
    search_text = models.TextField(blank=True)  # what a search looks at, in lower case

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
        """Its authors' names, none of which is an address."""
        return [name for name, _ in self.authors if name.strip() and "@" not in name]

    def name(self, language: str) -> str:
        """The name in that language, else Dutch, else English, else the last of its path."""
        for code in (language, "nl", "en"):
            if self.names.get(code):
                return str(self.names[code])
        return self.path.rstrip("/").rpartition("/")[2] or self.repository.name
