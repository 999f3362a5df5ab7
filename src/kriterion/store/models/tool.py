"""Judges, analyzers and representers that administrators have added."""

from typing import ClassVar

from django.db import models


class ToolKind(models.TextChoices):
    """The three kinds of tools."""

    JUDGE = "judge"
    ANALYZER = "analyzer"
    REPRESENTER = "representer"


class ToolState(models.TextChoices):
    """How far a tool is."""

    NEW = "new"  # to be cloned
    CLONING = "cloning"
    READY = "ready"
    FAILED = "failed"  # could not be cloned, or is no tool: see `problems`


class Renderer(models.TextChoices):
    """What makes a judge's feedback into a page. Source: Dodona's classes."""

    FEEDBACK_TABLE = "FeedbackTableRenderer"
    PYTHIA = "PythiaRenderer"


class Runner(models.TextChoices):
    """What runs a judge. Source: Dodona's classes; both do the same."""

    SUBMISSION = "SubmissionRunner"
    PYTHIA_SUBMISSION = "PythiaSubmissionRunner"


class Tool(models.Model):
    """A tool's record: where it comes from, where it runs, for what.

    `name` is what exercises call a judge. `directory` is where its clone lies (or what the
    administrator named), `commit` which version that is. `image` as in kriterion.toml.
    `options` are the further keys of its table there. `problems` are what its last check found,
    objects with the fields of authoring's findings.
    """

    kind = models.CharField(max_length=16, choices=ToolKind.choices)
    name = models.CharField(max_length=100)
    git_url = models.CharField(max_length=500, blank=True)
    branch = models.CharField(max_length=200, blank=True)
    directory = models.CharField(max_length=1000, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    image = models.CharField(max_length=300, blank=True)
    renderer = models.CharField(
        max_length=40, choices=Renderer.choices, default=Renderer.FEEDBACK_TABLE
    )
    runner = models.CharField(max_length=40, choices=Runner.choices, default=Runner.SUBMISSION)
    programming_languages = models.JSONField(default=list, blank=True)
    options = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=16, choices=ToolState.choices, default=ToolState.NEW)
    problems = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["kind", "name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["kind", "name"], name="tool_has_one_name")
        ]

    def __str__(self) -> str:
        return self.name
