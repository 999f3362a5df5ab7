"""Courses: their members, and which activities are due when."""

from dataclasses import fields
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity
from kriterion.web.courses.feedback_policy import FeedbackPolicy, FeedbackTime
from kriterion.web.courses.series_terms import ExtraTime, SeriesTerms, extend_terms


class Registration(models.TextChoices):
    """How users join a course."""

    OPEN = "open"
    APPROVAL = "approval"  # a teacher approves each request
    CLOSED = "closed"


class MemberRole(models.TextChoices):
    """A member's role in a course."""

    STUDENT = "student", _("Student")
    ASSISTANT = "assistant", _("Assistant")
    TEACHER = "teacher", _("Teacher")


MAX_QUEUE_WEIGHT = 100


class Course(models.Model):
    """A course; `description` is Markdown. Without `visible`, only members see it.

    With `anonymous_review`, assistants and mentors do not see whose submissions they review.
    `queue_weight`: a course with weight 3 gets three times the workers of one with weight 1 while
    submissions of both wait. `max_running` and `max_running_each` limit how many submissions run at
    once, of the course and of each member; None: no limit. With `only_latest_waits`, a submission
    cancels the member's earlier ones to the same exercise that still wait.
    """

    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    registration = models.CharField(
        max_length=8, choices=Registration.choices, default=Registration.OPEN
    )
    visible = models.BooleanField(default=True)
    archived = models.BooleanField(default=False)
    anonymous_review = models.BooleanField(default=False)
    queue_weight = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MAX_QUEUE_WEIGHT)]
    )
    max_running = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    max_running_each = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1)]
    )
    only_latest_waits = models.BooleanField(default=False)
    join_key = models.CharField(max_length=40, blank=True)  # in the link to join; empty: no link
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(User, through="Membership", related_name="courses")

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    course = models.ForeignKey(Course, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=MemberRole.choices, default=MemberRole.STUDENT)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "course"], name="membership_is_one")
        ]


class CourseGroup(models.Model):
    """Some members of a course, such as a class of a school. Names are in normal form.

    Students and assistants who mentor groups review the work of their members, and of nobody else.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="groups")
    name = models.CharField(max_length=100)
    members = models.ManyToManyField(Membership, related_name="groups")
    mentors = models.ManyToManyField(Membership, related_name="mentored_groups")

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["course", "name"], name="course_group_is_one")
        ]

    def __str__(self) -> str:
        return self.name


class JoinRequest(models.Model):
    """A user's request to join a course, until a teacher approves or declines it."""

    user = models.ForeignKey(User, models.CASCADE, related_name="join_requests")
    course = models.ForeignKey(Course, models.CASCADE, related_name="join_requests")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "course"], name="join_request_is_one")
        ]


class PendingMember(models.Model):
    """A member whose account does not exist yet: they join when they first log in."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="pending_members")
    username = models.CharField(max_length=150, db_index=True)
    role = models.CharField(max_length=16, choices=MemberRole.choices, default=MemberRole.STUDENT)
    groups = models.ManyToManyField(CourseGroup, related_name="pending_members")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["course", "username"], name="pending_member_is_one")
        ]


class InstitutionGroup(models.Model):
    """A group of the institution: users who log in with it become students of the course."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="institution_groups")
    name = models.CharField(max_length=200, db_index=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["course", "name"], name="institution_group_is_one")
        ]


class MemberImport(models.Model):
    """A list of members that a teacher uploaded and has not confirmed yet.

    `entries` are [line, username, email address, role, names of groups or None]; `faults` are
    [line, code, value].
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="member_imports")
    author = models.ForeignKey(User, models.CASCADE, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    file_name = models.CharField(max_length=200, blank=True)
    entries = models.JSONField(default=list)
    faults = models.JSONField(default=list)


MOMENTS = ("opens_at", "deadline", "closes_at", "hides_at")  # of a series, in order of time


class Series(models.Model):
    """Activities of a course that belong together.

    `series_terms` says what the times, the penalty (percent) and the limit of attempts mean;
    `feedback_policy`, when students see feedback. `tab_feedback` has a FeedbackTime by the title of
    a tab.
    """

    course = models.ForeignKey(Course, models.CASCADE, related_name="series")
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    position = models.PositiveIntegerField(default=0)
    visible = models.BooleanField(default=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    hides_at = models.DateTimeField(null=True, blank=True)
    late_penalty = models.PositiveSmallIntegerField(default=0)
    attempt_limit = models.PositiveSmallIntegerField(null=True, blank=True)
    feedback = models.CharField(
        max_length=16,
        choices=[(time.value, time.value) for time in FeedbackTime],
        default=FeedbackTime.AT_ONCE.value,
    )
    tab_feedback = models.JSONField(default=dict, blank=True)
    activities = models.ManyToManyField(Activity, through="Listing", related_name="series")

    class Meta:
        ordering: ClassVar[list[str]] = ["course", "position", "id"]

    def __str__(self) -> str:
        return self.name

    @property
    def terms(self) -> SeriesTerms:
        """Return the terms of the series for students without extra time."""
        return SeriesTerms(
            opens_at=self.opens_at,
            deadline=self.deadline,
            closes_at=self.closes_at,
            hides_at=self.hides_at,
            penalty=self.late_penalty,
            attempts=self.attempt_limit,
        )

    @property
    def feedback_policy(self) -> FeedbackPolicy:
        return FeedbackPolicy(
            default=FeedbackTime(self.feedback),
            tabs={title: FeedbackTime(time) for title, time in self.tab_feedback.items()},
        )


class Extension(models.Model):
    """A student's extra time in a series.

    `early_opening` is when it opens to the student, if that is before it opens to others.
    `opens_at`, `deadline`, `closes_at` and `hides_at` follow from these and the series' terms, so
    that queries can compare them; `submissions.services.series_times` keeps them up to date.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="extensions")
    user = models.ForeignKey(User, models.CASCADE, related_name="extensions")
    minutes = models.PositiveIntegerField(default=0)
    percent = models.PositiveSmallIntegerField(default=0)
    until = models.DateTimeField(null=True, blank=True)
    early_opening = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    opens_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    hides_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "user"], name="extension_is_one")
        ]

    def __str__(self) -> str:
        return f"{self.series_id}/{self.user_id}"

    @property
    def extra_time(self) -> ExtraTime:
        return ExtraTime(**{field.name: getattr(self, field.name) for field in fields(ExtraTime)})

    def apply(self, series: Series) -> None:
        """Set the times that follow from the series' terms; the caller saves them."""
        terms = extend_terms(series.terms, self.extra_time)
        for name in MOMENTS:
            setattr(self, name, getattr(terms, name))


class Listing(models.Model):
    """An activity's place in a series; a `pinned` one is also at the top of the course's page."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="listings")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="listings")
    position = models.PositiveIntegerField(default=0)
    pinned = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["series", "position", "id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "activity"], name="listing_is_one")
        ]
