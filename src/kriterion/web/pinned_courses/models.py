"""Which courses a user has pinned."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course


class CoursePin(models.Model):
    """A user finds this course first on home; they need not be its member."""

    user = models.ForeignKey(User, models.CASCADE, related_name="course_pins")
    course = models.ForeignKey(Course, models.CASCADE, related_name="pins")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "course"], name="course_pin_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.course_id}"
