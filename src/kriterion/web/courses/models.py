"""Courses: their members, and which activities are due when."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models.activity import Activity


class Registration(models.TextChoices):
    """Who may join a course without an administrator."""

    OPEN = "open"
    CLOSED = "closed"


class MemberRole(models.TextChoices):
    """A member's role in a course."""

    STUDENT = "student", _("Student")
    TEACHER = "teacher", _("Teacher")


class Course(models.Model):
    """A course; `description` is Markdown. Without `visible`, only members see it."""

    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    registration = models.CharField(
        max_length=8, choices=Registration.choices, default=Registration.OPEN
    )
    visible = models.BooleanField(default=True)
    archived = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(User, through="Membership", related_name="courses")

    class Meta:
        ordering: ClassVar[list[str]] = ["name"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    course = models.ForeignKey(Course, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=MemberRole.choices, default=MemberRole.STUDENT)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "course"], name="membership_is_one")
        ]


class Series(models.Model):
    """Activities of a course that belong together; after `deadline` they are late."""

    course = models.ForeignKey(Course, models.CASCADE, related_name="series")
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    position = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True, blank=True)
    visible = models.BooleanField(default=True)
    activities = models.ManyToManyField(Activity, through="Listing", related_name="series")

    class Meta:
        ordering: ClassVar[list[str]] = ["course", "position", "id"]

    def __str__(self) -> str:
        return self.name


class Listing(models.Model):
    """An activity's place in a series."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="listings")
    activity = models.ForeignKey(Activity, models.CASCADE, related_name="listings")
    position = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["series", "position", "id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["series", "activity"], name="listing_is_one")
        ]
