"""Which tests submissions passed and failed, stored so that statistics need not read feedback."""

from typing import ClassVar

from django.db import models

from kriterion.web.catalog.models.activity import Activity
from kriterion.web.submissions.models.submission import Submission


class ExerciseTest(models.Model):
    """A test of an exercise. `path` has the names of its tab, context, testcase and test.

    `position` is its place when it was first seen.
    """

    activity = models.ForeignKey(Activity, models.CASCADE, related_name="tests")
    digest = models.CharField(max_length=64)
    path = models.JSONField()
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["activity", "digest"], name="test_is_known_once")
        ]


class TestPattern(models.Model):
    """Outcomes of tests that submissions have in common: the ids of ExerciseTest, in order."""

    __test__ = False  # pytest would collect it

    activity = models.ForeignKey(Activity, models.CASCADE, related_name="test_patterns")
    digest = models.CharField(max_length=64)
    passed = models.JSONField(default=list)
    failed = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["activity", "digest"], name="pattern_is_known_once")
        ]


class SubmissionTests(models.Model):
    """The pattern of an assessed submission; none if the judge ran no test."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, primary_key=True, related_name="tests"
    )
    pattern = models.ForeignKey(TestPattern, models.CASCADE, related_name="submissions")
