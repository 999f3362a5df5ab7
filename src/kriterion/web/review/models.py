"""Threads of comments and questions on submissions."""

from typing import ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.courses.models import Course
from kriterion.web.submissions.models import Submission


class ReviewThread(models.Model):
    """Messages about a line of a submission, or about the whole if `file` is empty.

    `waiting_since` is the time of the first student's message without an answer. `course` is the
    submission's; its teachers find the thread in their queue of questions.
    """

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="review_threads")
    course = models.ForeignKey(
        Course, models.SET_NULL, null=True, blank=True, related_name="review_threads"
    )
    file = models.CharField(max_length=255, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    is_question = models.BooleanField(default=False)  # a student opened it
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
