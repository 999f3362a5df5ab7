"""User accounts."""

from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.utils.functional import cached_property

from kriterion.markup.visible_text import make_visible
from kriterion.translators import ENGLISH, LANGUAGES
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion_tools.contracts.dodona_judge.output_records import Permission


class Role(models.TextChoices):
    """A user's role on the site; within a course, the membership's role counts."""

    STUDENT = "student"
    TEACHER = "teacher"  # may create courses
    ADMINISTRATOR = "administrator"  # may do everything


class Appearance(models.TextChoices):
    """Light or dark pages; SYSTEM follows the device."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


def list_languages() -> list[tuple[str, str]]:
    """Return the languages of pages and feedback; migrations name this function, not them."""
    return list(LANGUAGES.items())


_RIGHTS = ("role", "is_active", "is_staff", "is_superuser")


class UserManager(DjangoUserManager["User"]):
    """Finds a user by the primary key, together with the memberships, in one compiled query.

    Sessions do so in every request.
    """

    def get(self, *conditions: Any, **values: Any) -> "User":
        key = values.get("pk")
        # A manager of related users has a class of its own, and more conditions.
        is_by_key = type(self) is UserManager and type(key) is int
        if not is_by_key or conditions or len(values) > 1:
            return super().get(*conditions, **values)
        found = _with_memberships.fetch_object_with_related(key=key)
        if found is None:
            raise User.DoesNotExist(f"no user has the key {key}")
        user, memberships = found
        user.__dict__["_memberships"] = [row for row in memberships if row[0] is not None]
        return user


class User(AbstractUser):
    """An account.

    Forms, Django and allauth save whole rows that they have read earlier. Rights that were not set
    on this object are left out, so that a right that an administrator has just withdrawn does not
    come back.
    """

    role = models.CharField(max_length=16, choices=Role.choices, default=Role.STUDENT)
    language = models.CharField(max_length=8, choices=list_languages, default=ENGLISH)
    appearance = models.CharField(
        max_length=8, choices=Appearance.choices, default=Appearance.SYSTEM
    )

    objects: ClassVar[UserManager] = UserManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    @classmethod
    def from_db(cls, *arguments: Any, **named: Any) -> Self:
        user: Self = super().from_db(*arguments, **named)
        user._remember_rights()
        return user

    def refresh_from_db(self, *arguments: Any, **named: Any) -> None:
        super().refresh_from_db(*arguments, **named)
        self._remember_rights()

    def save(self, *arguments: Any, **named: Any) -> None:
        is_whole = not arguments and named.get("update_fields") is None
        if is_whole and not self._state.adding and not named.get("force_insert"):
            unchanged = {
                name for name, value in self._read_rights.items() if vars(self).get(name) == value
            }
            left_out = unchanged | self.get_deferred_fields()
            named["update_fields"] = [
                field.name
                for field in self._meta.concrete_fields
                if not field.primary_key and field.name not in left_out
            ]
        super().save(*arguments, **named)
        self._remember_rights()

    def _remember_rights(self) -> None:
        self._read_rights = {name: vars(self)[name] for name in _RIGHTS if name in vars(self)}

    @property
    def display_name(self) -> str:
        """Return the full name, or the user name, without characters that reorder a text."""
        return make_visible(self.get_full_name() or self.username)

    @property
    def is_administrator(self) -> bool:
        return self.role == Role.ADMINISTRATOR

    @property
    def permission(self) -> Permission:
        """Return the user's permission on all feedback."""
        return Permission.ZEUS if self.is_administrator else Permission.STUDENT

    @cached_property
    def course_roles(self) -> dict[int, str]:
        """Return the user's roles by course id, as of the first call at the latest.

        Each request has its own user object, so the result is never older.
        """
        return {course: role for course, role, _ in self._memberships}

    @cached_property
    def mentored_groups(self) -> dict[int, frozenset[int]]:
        """Return the ids of the groups that the user mentors by course id; see `course_roles`."""
        groups: dict[int, set[int]] = {}
        for course, _, group in self._memberships:
            if group is not None:
                groups.setdefault(course, set()).add(group)
        return {course: frozenset(ids) for course, ids in groups.items()}

    @cached_property
    def _memberships(self) -> list[tuple[int, str, int | None]]:
        return _memberships_of.fetch_rows(user=self.pk)


_MEMBERSHIP = ("course_id", "role", "mentored_groups")
_memberships_of = CompiledQuery(lambda user: User(pk=user).memberships.values_list(*_MEMBERSHIP))


def _select_with_memberships(key: int) -> models.QuerySet[User, tuple[Any, ...]]:
    fields = [field.attname for field in User._meta.concrete_fields]
    joined = [f"memberships__{name}" for name in _MEMBERSHIP]
    return User._base_manager.filter(pk=key).values_list(*fields, *joined)


_with_memberships = CompiledQuery(_select_with_memberships)
