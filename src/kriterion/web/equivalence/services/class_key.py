"""What identifies a class of equivalent solutions of a course, also in URLs."""

import re
from dataclasses import dataclass
from typing import Self

from django.db.models import QuerySet

from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import ClassComment, Submission

_KEY = re.compile(r"([0-9A-Za-z]{1,64})_(-?[0-9]{1,10})_(-?[0-9]{1,10})")


@dataclass(frozen=True, kw_only=True, slots=True)
class ClassKey:
    """A digest and the versions of the representer and the exercise that it belongs to."""

    digest: str
    representer_version: int
    exercise_version: int

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse a key as `str` writes it; return None if the text is not a key."""
        match = _KEY.fullmatch(text)
        if match is None:
            return None
        digest, representer_version, exercise_version = match.groups()
        return cls(
            digest=digest,
            representer_version=int(representer_version),
            exercise_version=int(exercise_version),
        )

    @classmethod
    def from_comment(cls, comment: ClassComment) -> Self:
        """Return the class that a comment is about."""
        return cls(
            digest=comment.digest,
            representer_version=comment.representer_version,
            exercise_version=comment.exercise_version,
        )

    def __str__(self) -> str:
        return f"{self.digest}_{self.representer_version}_{self.exercise_version}"

    @property
    def fields(self) -> dict[str, str | int]:
        """Return the values of the columns, as for a query."""
        return {
            "digest": self.digest,
            "representer_version": self.representer_version,
            "exercise_version": self.exercise_version,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class CourseClass:
    """The solutions of a class that students of one course submitted to an exercise."""

    course: Course
    activity_id: int
    key: ClassKey

    @property
    def submissions(self) -> QuerySet[Submission]:
        return Submission.objects.filter(
            course=self.course, activity=self.activity_id, **self.key.fields
        )

    @property
    def comments(self) -> QuerySet[ClassComment]:
        """Return the course's comments on the class: one, or none."""
        return ClassComment.objects.filter(
            course=self.course, activity=self.activity_id, **self.key.fields
        )
