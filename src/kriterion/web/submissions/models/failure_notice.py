"""When teachers last heard that submissions to an exercise cannot be assessed."""

from typing import ClassVar

from django.db import models

from kriterion.web.catalog.models.activity import Activity
from kriterion.web.courses.models import Course


class FailureNotice(models.Model):
    """One cause for which submissions of a course to an exercise fail; `cause` is a digest."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="+")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="+")
    cause = models.CharField(max_length=64)
    notified_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["course", "activity", "cause"], name="failure_notice_is_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.course_id}/{self.activity_id}/{self.cause[:8]}"
