"""Submissions: students cannot change them; their rows also make up the queue."""

from datetime import timedelta
from typing import Any, ClassVar

from django.db import models

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity
from kriterion.web.courses.course_scope import get_scoped_course
from kriterion.web.courses.exam_scope import get_exam_scope
from kriterion.web.courses.feedback_policy import EVERYTHING, ShownFeedback
from kriterion.web.courses.models import Course, Series
from kriterion_tools.contracts.dodona_judge.statuses import Status


class SubmissionState(models.TextChoices):
    """The progress of a submission."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"
    BLOCKED = "blocked"  # no worker has what its exercise needs; it waits until one has
    FAILED = "failed"  # the machine failed too often; never a verdict, can be requeued


class Priority(models.IntegerChoices):
    """A user waits for an interactive submission, but not for one in the background."""

    INTERACTIVE = 0
    BACKGROUND = 1


class SubmissionManager(models.Manager["Submission"]):
    """Limits queries to the scope of the request: a course, an exam, or all but hidden exams."""

    def get_queryset(self) -> models.QuerySet["Submission"]:
        rows, course = super().get_queryset(), get_scoped_course()
        if course is not None:
            rows = rows.filter(course=course)
        exams = get_exam_scope()
        if exams is None:
            return rows
        if (exam := exams.running) is not None:
            series = [exam.series] if exam.is_open else []
            made_in_exam = rows.filter(series__in=series, created_at__gte=exam.entered_at)
            return made_in_exam.filter(user=exams.user)
        return rows.exclude(user=exams.user, series__in=exams.hidden) if exams.hidden else rows


class Submission(models.Model):
    """A student's submission, its progress, and the verdict in short.

    `number` counts a student's submissions to an activity. `status`, `accepted`, `summary` and the
    points are meaningful in state FINISHED; in state BLOCKED for a missing judge, `summary` is that
    judge's name. `digest` and the versions identify its class of representations. `essential`: an
    analyzer's comment must be addressed before the exercise counts as solved; `suggestions` counts
    those worth a look before going on. `tags` say what the solution uses.

    `due_at` and `late_penalty`, in percent of the points, are the terms of the series that applied
    to it. A teacher who grants time later changes them, but never to the student's disadvantage.

    Within a priority and a course, the lowest `turn` comes first: turns are assigned so that every
    waiting user is served before anybody is served twice. A worker that claims it raises `attempt`
    and holds it until `lease_until`, which it extends while it lives; every write of a worker names
    its attempt. `image` names the image in which its tools run, so that only workers that have it
    claim it; empty if that is not known, and then every worker may.
    `changes` counts the changes in this attempt's batches. `failures` counts those of the machine,
    after which it waits until `not_before`. `failure` is for administrators.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="submissions")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="submissions")
    course = models.ForeignKey(
        Course, models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    series = models.ForeignKey(
        Series, models.SET_NULL, null=True, blank=True, related_name="submissions"
    )
    number = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    language = models.CharField(max_length=8, default="en")
    due_at = models.DateTimeField(null=True, blank=True)
    late_penalty = models.PositiveSmallIntegerField(default=0)

    state = models.CharField(
        max_length=16, choices=SubmissionState.choices, default=SubmissionState.QUEUED
    )
    priority = models.PositiveSmallIntegerField(
        choices=Priority.choices, default=Priority.INTERACTIVE
    )
    turn = models.BigIntegerField(default=0)
    image = models.CharField(max_length=255, blank=True, default="")
    attempt = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    failures = models.PositiveSmallIntegerField(default=0)
    failure = models.TextField(blank=True)
    worker = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    cancel_asked = models.BooleanField(default=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    status = models.CharField(
        max_length=32,
        choices=[(status.value, status.value) for status in Status],
        default=Status.UNKNOWN.value,
    )
    accepted = models.BooleanField(default=False)
    summary = models.TextField(blank=True)
    earned = models.IntegerField(null=True, blank=True)
    possible = models.IntegerField(null=True, blank=True)
    essential = models.BooleanField(default=False)
    suggestions = models.PositiveSmallIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    representer_version = models.IntegerField(null=True, blank=True)
    exercise_version = models.IntegerField(null=True, blank=True)

    tags = models.JSONField(default=list, blank=True)
    # The order of the files, which PostgreSQL does not keep, main file first; empty in old rows.
    file_names = models.JSONField(default=list)
    files = models.JSONField(default=dict)  # text by file name; last, so that lists skip it

    objects: ClassVar[SubmissionManager] = SubmissionManager()
    unlimited: ClassVar[models.Manager["Submission"]] = models.Manager()  # for numbers and counts
    shown = EVERYTHING  # to the reader for whom it was loaded; see `concealed_feedback`

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "activity", "number"], name="submission_has_one_number"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["priority", "turn", "id"],
                name="submission_waits",
                condition=models.Q(state="queued"),
            ),
            models.Index(
                fields=["image", "priority", "turn", "id"],
                name="submission_waits_for_image",
                condition=models.Q(state="queued"),
            ),
            models.Index(
                fields=["course", "priority", "turn", "id"],
                name="submission_waits_in_course",
                condition=models.Q(state="queued"),
            ),
            models.Index(
                fields=["course", "image", "priority", "turn", "id"],
                name="submission_waits_by_both",
                condition=models.Q(state="queued"),
            ),
            models.Index(
                fields=["lease_until"], name="submission_runs", condition=models.Q(state="running")
            ),
            models.Index(
                fields=["user", "priority", "course", "turn"],
                name="submission_under_way",
                condition=models.Q(state__in=["queued", "running"]),
            ),
            models.Index(fields=["created_at"], name="submission_by_time"),
            models.Index(fields=["finished_at"], name="submission_by_end"),
            models.Index(
                fields=["-id"], name="submission_failed", condition=models.Q(state="failed")
            ),
            models.Index(
                fields=["-id"], name="submission_blocked", condition=models.Q(state="blocked")
            ),
            models.Index(
                fields=["-id"],
                name="submission_judge_failed",
                condition=models.Q(status=Status.INTERNAL_ERROR.value),
            ),
            models.Index(fields=["user", "activity", "-id"], name="submission_history"),
            models.Index(fields=["course", "-id"], name="submission_of_course"),
            models.Index(fields=["course", "user", "series"], name="submission_of_member"),
            models.Index(
                fields=["activity", "digest"],
                name="submission_class",
                condition=~models.Q(digest=""),
            ),
            # Covers the sizes of a course's classes.
            models.Index(
                fields=[
                    *("course", "activity", "digest", "representer_version", "exercise_version"),
                    *("user", "accepted"),
                ],
                name="submission_class_of_course",
                condition=~models.Q(digest=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.activity_id}/{self.number}"

    def conceal(self, shown: ShownFeedback) -> None:
        """Reduce this object to what its reader may see; it can no longer be saved."""
        self.shown = shown
        if shown.has_verdict:
            return
        self.status, self.accepted, self.tags = Status.UNKNOWN.value, False, []
        self.earned = self.possible = None
        self.essential, self.suggestions = False, 0
        self.digest, self.representer_version, self.exercise_version = "", None, None
        if self.state != SubmissionState.BLOCKED:  # it names the missing judge
            self.summary = ""

    def save(self, *args: Any, **options: Any) -> None:
        """Save the row. Raises ValueError if parts are concealed: saving would lose them."""
        if not self.shown.shows_everything:
            raise ValueError("a concealed submission cannot be saved")
        super().save(*args, **options)

    @property
    def texts(self) -> dict[str, str]:
        """Return texts by file name, main file first."""
        names = [name for name in self.file_names if name in self.files]
        return {name: self.files[name] for name in (*names, *sorted(self.files.keys() - {*names}))}

    @property
    def late_by(self) -> timedelta:
        """Return by how much it was late, 0 if it was in time."""
        if self.due_at is None:
            return timedelta()
        return max(self.created_at - self.due_at, timedelta())

    @property
    def is_over(self) -> bool:
        """Whether nothing more happens without a user's action."""
        return self.state in {
            SubmissionState.FINISHED,
            SubmissionState.CANCELLED,
            SubmissionState.FAILED,
        }
