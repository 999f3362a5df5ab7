"""Who uses the installation."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.functional import cached_property

from kriterion_tools.contracts.dodona_judge.output import Permission


class Role(models.TextChoices):
    """What somebody may do everywhere; what they may do in a course is their membership's."""

    STUDENT = "student"
    TEACHER = "teacher"  # may make courses
    ADMINISTRATOR = "administrator"  # may do everything


class Language(models.TextChoices):
    """The natural languages that pages and feedback are in."""

    ENGLISH = "en", "English"
    DUTCH = "nl", "Nederlands"


class Appearance(models.TextChoices):
    """How light pages are; SYSTEM follows the reader's device."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class User(AbstractUser):
    """A person with an account."""

    role = models.CharField(max_length=16, choices=Role.choices, default=Role.STUDENT)
    language = models.CharField(max_length=8, choices=Language.choices, default=Language.ENGLISH)
    appearance = models.CharField(
        max_length=8, choices=Appearance.choices, default=Appearance.SYSTEM
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    @property
    def shown_name(self) -> str:
        """The full name, else the one they log in with."""
        return self.get_full_name() or self.username

    @property
    def is_administrator(self) -> bool:
        return self.role == Role.ADMINISTRATOR

    @property
    def permission(self) -> Permission:
        """What they may see of feedback wherever it is from."""
        return Permission.ZEUS if self.is_administrator else Permission.STUDENT

    @cached_property
    def course_roles(self) -> dict[int, str]:
        """What they are in their courses, by course id: as it was when this was first asked.

        Each request has a user of its own, so nothing older is ever used.
        """
        return dict(self.memberships.values_list("course_id", "role"))
