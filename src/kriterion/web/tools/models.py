"""Judges, analyzers and representers that administrators have added."""

from typing import ClassVar

from django.db import models

from kriterion.web.courses.models import Course
from kriterion_tools.contracts.dodona_judge.dialect import AnnotationEnds, Renderer, Runner


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


class Tool(models.Model):
    """A tool's record: where it comes from, where it runs, for what.

    `name` is what exercises call a judge. `directory` is where its clone lies (or what the
    administrator named), `commit` which version that is. `image` as in kriterion.toml.
    `options` are the further keys of its table there. `problems` are what its last check found,
    objects with the fields of authoring's findings.

    Of a judge, `renderer`, `runner` and `annotation_ends` say how its output is meant; teachers
    read its `description`, what its image `offers` (one thing a line) and its manual. One that has
    a `course` was added by a teacher, and serves the exercises of that course alone.
    The texts of an analyzer's comments are in `comments_folder` of `comments_directory`, which
    holds the clone of `comments_git_url`, or is what the administrator named.
    """

    kind = models.CharField(max_length=16, choices=ToolKind.choices)
    name = models.CharField(max_length=100)
    git_url = models.CharField(max_length=500, blank=True)
    branch = models.CharField(max_length=200, blank=True)
    directory = models.CharField(max_length=1000, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    image = models.CharField(max_length=300, blank=True)
    comments_git_url = models.CharField(max_length=500, blank=True)
    comments_directory = models.CharField(max_length=1000, blank=True)
    comments_folder = models.CharField(max_length=300, blank=True)
    comments_commit = models.CharField(max_length=64, blank=True)
    renderer = models.CharField(
        max_length=40,
        choices=[(each.value, each.value) for each in Renderer],
        default=Renderer.AUTOMATIC.value,
        blank=True,
    )
    runner = models.CharField(
        max_length=40,
        choices=[(each.value, each.value) for each in Runner],
        default=Runner.SUBMISSION.value,
    )
    annotation_ends = models.CharField(
        max_length=20,
        choices=[(each.value, each.value) for each in AnnotationEnds],
        default=AnnotationEnds.COUNT.value,
    )
    description = models.TextField(blank=True)
    offers = models.TextField(blank=True)
    manual = models.CharField(max_length=500, blank=True)
    course = models.ForeignKey(
        Course, null=True, blank=True, on_delete=models.CASCADE, related_name="tools"
    )
    programming_languages = models.JSONField(default=list, blank=True)
    options = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=16, choices=ToolState.choices, default=ToolState.NEW)
    problems = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["kind", "name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["kind", "name"],
                condition=models.Q(course=None),
                name="tool_has_one_name",
            ),
            models.UniqueConstraint(
                fields=["kind", "name", "course"], name="tool_has_one_name_in_a_course"
            ),
        ]

    def __str__(self) -> str:
        return self.name
