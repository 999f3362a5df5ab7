"""Skills of activities within one course."""

from typing import ClassVar

from django.db import models

from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course


class ActivitySkills(models.Model):
    """What an activity trains and requires in a course, in place of what its repository says."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="activity_skills")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="course_skills")
    trains = models.JSONField(default=list)
    requires = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["course", "activity"], name="activity_skills_are_unique"
            )
        ]

    def __str__(self) -> str:
        return f"{self.course_id}/{self.activity_id}"
