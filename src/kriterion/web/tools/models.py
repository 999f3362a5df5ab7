"""The tools that administrators have added: judges, and those of Exercism's kinds."""

from typing import ClassVar

from django.db import models

from kriterion.web.courses.models import Course
from kriterion_tools.contracts.dodona_judge.dialect import AnnotationEnds, Renderer, Runner


class ToolKind(models.TextChoices):
    """The kinds of tools."""

    JUDGE = "judge"
    ANALYZER = "analyzer"
    REPRESENTER = "representer"
    TEST_RUNNER = "test-runner"


class ToolState(models.TextChoices):
    """The progress of fetching a tool."""

    NEW = "new"  # to be cloned
    CLONING = "cloning"
    READY = "ready"
    FAILED = "failed"  # could not be cloned, or is not a tool: see `problems`


class Tool(models.Model):
    """A tool's record: its source, where it runs, and for what.

    `name` is how exercises refer to a judge. `directory` is its clone (or set by the administrator)
    and `commit` the version; `digest` and `comments_digest` name the files as checked, for workers
    that fetch them. `image` is as in kriterion.toml, and `options` are the other keys of
    its table there. `problems` are its latest diagnoses, objects with the fields of authoring's
    findings.

    For a judge, `renderer`, `runner` and `annotation_ends` say how to read its output; teachers see
    its `description`, what its image `offers` (one item per line) and its manual. A judge with a
    `course` was added by a teacher and only serves that course. The texts of an analyzer's comments
    are in `comments_folder` of `comments_directory`, which is the clone of `comments_git_url` or
    set by the administrator.
    """

    kind = models.CharField(max_length=16, choices=ToolKind.choices)
    name = models.CharField(max_length=100)
    git_url = models.CharField(max_length=500, blank=True)
    branch = models.CharField(max_length=200, blank=True)
    directory = models.CharField(max_length=1000, blank=True)
    commit = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    image = models.CharField(max_length=300, blank=True)
    comments_git_url = models.CharField(max_length=500, blank=True)
    comments_directory = models.CharField(max_length=1000, blank=True)
    comments_folder = models.CharField(max_length=300, blank=True)
    comments_commit = models.CharField(max_length=64, blank=True)
    comments_digest = models.CharField(max_length=64, blank=True)
    renderer = models.CharField(
        max_length=40,
        choices=[(renderer.value, renderer.value) for renderer in Renderer],
        default=Renderer.AUTOMATIC.value,
        blank=True,
    )
    runner = models.CharField(
        max_length=40,
        choices=[(runner.value, runner.value) for runner in Runner],
        default=Runner.SUBMISSION.value,
    )
    annotation_ends = models.CharField(
        max_length=20,
        choices=[(end.value, end.value) for end in AnnotationEnds],
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
