"""Comments on classes of equivalent solutions."""

from typing import ClassVar

from django.db import models

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity
from kriterion.web.courses.models import Course

# What all submissions of a class of equivalent solutions have in common.
CLASS_KEY = ("activity", "digest", "representer_version", "exercise_version")


class ClassComment(models.Model):
    """A teacher's comment for everybody in a class; `markdown` uses placeholders for names.

    It reaches the submissions to its course; one without a course, those to all courses. A `draft`
    reaches nobody until a teacher publishes it. `revision` counts the changes, so that teachers do
    not overwrite each other's changes.
    """

    activity = models.ForeignKey(Activity, models.CASCADE, related_name="class_comments")
    course = models.ForeignKey(
        Course, models.CASCADE, null=True, blank=True, related_name="class_comments"
    )
    digest = models.CharField(max_length=64)
    representer_version = models.IntegerField()
    exercise_version = models.IntegerField()
    type = models.CharField(
        max_length=16, choices=[(type_.value, type_.value) for type_ in ClassCommentType]
    )
    markdown = models.TextField()
    author = models.ForeignKey(User, models.PROTECT, related_name="class_comments")
    editor = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="edited_class_comments"
    )
    draft = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=[*CLASS_KEY, "draft"],
                name="class_has_one_comment",
                condition=models.Q(course=None),
            ),
            models.UniqueConstraint(
                fields=[*CLASS_KEY, "course"],
                name="class_has_one_comment_of_a_course",
                condition=models.Q(course__isnull=False),
            ),
        ]
