"""Threads on submissions, rubrics, reviews, and saved comments."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.courses.models import Course, Series
from kriterion.web.submissions.models import Submission


class ReviewThread(models.Model):
    """Messages about a line of a submission, or about the whole if `file` is empty.

    `last_line` is set if they are about several lines.
    `waiting_since` is the time of the first student's message without an answer. `course` is the
    submission's; its teachers find the thread in their queue of questions.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="review_threads")
    course = models.ForeignKey(
        Course, models.SET_NULL, null=True, blank=True, related_name="review_threads"
    )
    file = models.CharField(max_length=255, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    last_line = models.PositiveIntegerField(null=True, blank=True)
    is_question = models.BooleanField(default=False)  # a student opened it
    is_draft = models.BooleanField(default=False)  # its student sees it with the released review
    created_at = models.DateTimeField(auto_now_add=True)
    waiting_since = models.DateTimeField(null=True, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="resolved_threads"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["course", "waiting_since"],
                name="thread_waits",
                condition=models.Q(waiting_since__isnull=False),
            ),
            models.Index(fields=["course", "-id"], name="thread_of_course"),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id}/{self.pk}"


class ThreadMessage(models.Model):
    """A message in Markdown. `author_name` remains after its author is deleted."""

    thread = models.ForeignKey(ReviewThread, models.CASCADE, related_name="messages")
    author = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    author_name = models.CharField(max_length=400)
    by_staff = models.BooleanField(default=False)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]

    def __str__(self) -> str:
        return f"{self.thread_id}/{self.pk}"


class RubricItem(models.Model):
    """What reviewers give points for, on top of the judge's points.

    It applies to the exercises of `series`, or of the whole course; if `activity` is set, to that
    exercise only. `points` are the most that a review can give.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="rubric_items")
    series = models.ForeignKey(
        Series, models.CASCADE, null=True, blank=True, related_name="rubric_items"
    )
    activity = models.ForeignKey(
        Activity, models.CASCADE, null=True, blank=True, related_name="rubric_items"
    )
    name = models.CharField(max_length=200)
    description = models.CharField(max_length=1000, blank=True)
    points = models.DecimalField(max_digits=6, decimal_places=2)

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]

    def __str__(self) -> str:
        return self.name


class Review(models.Model):
    """A review of a submission; students see it from `released_at` on.

    `revision` counts the changes: a reviewer who saves names the revision that they saw.
    `completed_at` is set when a reviewer declares it complete; only then can it be released.
    """

    submission = models.OneToOneField(Submission, models.CASCADE, related_name="review")
    reviewer = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="reviews"
    )
    reviewer_name = models.CharField(max_length=400, blank=True)
    comment = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(auto_now=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    second_look_at = models.DateTimeField(null=True, blank=True)
    second_look_reason = models.CharField(max_length=2000, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["second_look_at"],
                name="review_second_look",
                condition=models.Q(second_look_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return str(self.submission_id)


class ReviewScore(models.Model):
    """The points that a review gives for an item of the rubric."""

    review = models.ForeignKey(Review, models.CASCADE, related_name="scores")
    item = models.ForeignKey(RubricItem, models.CASCADE, related_name="scores")
    points = models.DecimalField(max_digits=6, decimal_places=2)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["review", "item"], name="score_is_one")
        ]


class SavedComment(models.Model):
    """A comment that its owner writes again and again; with a `course`, its reviewers share it."""

    owner = models.ForeignKey(User, models.CASCADE, related_name="saved_comments")
    course = models.ForeignKey(
        Course, models.CASCADE, null=True, blank=True, related_name="saved_comments"
    )
    text = models.TextField()
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-changed_at", "-id"]

    def __str__(self) -> str:
        return self.text[:100]
