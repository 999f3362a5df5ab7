"""Change the members of a course, for pages, imported lists and log-ins.

A course keeps at least one teacher; only administrators can remove the last one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import Final

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction

from kriterion.web.accounts.models import User
from kriterion.web.courses.imported_groups import Names, read_groups, set_groups, split
from kriterion.web.courses.member_list import ListedMember
from kriterion.web.courses.models import (
    Course,
    JoinRequest,
    MemberRole,
    Membership,
    PendingMember,
)
from kriterion_tools.errors import KriterionError

_BATCH: Final = 5000  # values in a query


class LastTeacherError(KriterionError):
    """The change would leave a course without a teacher."""


@transaction.atomic
def set_role(course: Course, user: User, role: MemberRole, *, may_orphan: bool = False) -> bool:
    """Make the user a member with the role; return whether that changed anything."""
    Course.objects.select_for_update().get(pk=course.pk)
    current = Membership.objects.filter(course=course, user=user).first()
    if current is not None and current.role == role:
        return False
    if current is not None and not may_orphan:
        _require_other_teacher(current)
    Membership.objects.update_or_create(course=course, user=user, defaults={"role": role})
    JoinRequest.objects.filter(course=course, user=user).delete()
    return True


@transaction.atomic
def remove_member(membership: Membership, *, may_orphan: bool = False) -> None:
    """Remove a member, but keep their submissions."""
    Course.objects.select_for_update().get(pk=membership.course_id)
    current = Membership.objects.filter(pk=membership.pk).first()
    if current is None:
        return
    if not may_orphan:
        _require_other_teacher(current)
    current.delete()


def join_pending_courses(user: User) -> None:
    """Make a user a member of the courses that listed their username before they had an account.

    Usernames count only if users cannot choose them: where anyone may sign up, those that an
    institution vouches for.
    """
    if settings.SIGN_UP and not SocialAccount.objects.filter(user=user).exists():
        return
    for pending in PendingMember.objects.filter(username=user.username).select_related("course"):
        with transaction.atomic():
            Course.objects.select_for_update().get(pk=pending.course_id)  # keeps its groups
            groups = list(pending.groups.all())
            if pending.delete()[0]:
                membership, _ = Membership.objects.get_or_create(
                    course=pending.course, user=user, defaults={"role": pending.role}
                )
                membership.groups.add(*groups)


@unique
class ImportAction(StrEnum):
    """What importing a row does."""

    ADD = "add"
    CHANGE = "change"  # the role
    GROUPS = "groups"  # the role stays, the groups change
    NONE = "none"  # the person is a member already
    WAIT = "wait"  # no account yet: becomes a member on the first log-in
    UNKNOWN = "unknown"  # an email address that no account has confirmed
    LAST_TEACHER = "last-teacher"  # the role of the last teacher stays


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedMember:
    """A row of an import, and what it changes: `role` is the new role, `current` the old one.

    `groups` are the new ones, or None if they stay; `current_groups` are those so far.
    """

    line: int
    name: str
    role: MemberRole
    action: ImportAction
    user: User | None = None
    current: str = ""
    groups: Names | None = None
    current_groups: Names = ()

    @property
    def changes_groups(self) -> bool:
        return (
            self.action in CHANGING
            and self.groups is not None
            and self.groups != self.current_groups
        )


CHANGING: Final = frozenset(
    {ImportAction.ADD, ImportAction.CHANGE, ImportAction.GROUPS, ImportAction.WAIT}
)


def plan_import(course: Course, listed: Sequence[ListedMember]) -> list[PlannedMember]:
    """Return the effect that each row would have now, in a few queries for a list of any length."""
    users = _find_users(listed)
    roles = dict(Membership.objects.filter(course=course).values_list("user_id", "role"))
    waiting = dict(PendingMember.objects.filter(course=course).values_list("username", "role"))
    groups, waiting_groups = read_groups(course)
    planned = []
    seen: set[int] = set()  # a username and an email address may be of one person: the first counts
    for row in listed:
        user = users.get(row.username) or users.get(row.email)
        if user is None:
            current, names = waiting.get(row.username, ""), waiting_groups.get(row.username, ())
        else:
            current, names = roles.get(user.pk, ""), groups.get(user.pk, ())
        plan = _plan_row(row, user, current, names)
        if user is not None and user.pk in seen:
            plan = replace(plan, action=ImportAction.NONE)
        elif user is not None:
            seen.add(user.pk)
        planned.append(plan)
    return _keep_last_teacher(planned, roles)


@transaction.atomic
def apply_import(course: Course, listed: Sequence[ListedMember]) -> Counter[ImportAction]:
    """Import all rows, or none if one fails; return the number of rows by action.

    Raises TooManyGroupsError.
    """
    Course.objects.select_for_update().get(pk=course.pk)
    planned = plan_import(course, listed)
    by_action: dict[ImportAction, list[PlannedMember]] = {action: [] for action in ImportAction}
    for row in planned:
        by_action[row.action].append(row)
    Membership.objects.bulk_create(
        [
            Membership(course=course, user=row.user, role=row.role)
            for row in by_action[ImportAction.ADD]
        ],
        batch_size=_BATCH,
    )
    for role in MemberRole:
        changed = [row.user for row in by_action[ImportAction.CHANGE] if row.role == role]
        for users in split(changed, _BATCH):
            Membership.objects.filter(course=course, user__in=users).update(role=role)
    PendingMember.objects.bulk_create(
        [
            PendingMember(course=course, username=row.name, role=row.role)
            for row in by_action[ImportAction.WAIT]
        ],
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["course", "username"],
        update_fields=["role"],
    )
    added = [row.user for row in by_action[ImportAction.ADD]]
    for users in split(added, _BATCH):
        JoinRequest.objects.filter(course=course, user__in=users).delete()
    regrouped = [row for row in planned if row.changes_groups]
    set_groups(
        course,
        {row.user.pk: row.groups or () for row in regrouped if row.user is not None},
        {row.name: row.groups or () for row in regrouped if row.user is None},
    )
    return Counter({action: len(rows) for action, rows in by_action.items() if rows})


def _plan_row(row: ListedMember, user: User | None, current: str, groups: Names) -> PlannedMember:
    """Return the effect of a row on a person with these groups and a role, or none."""
    changes_groups = row.groups is not None and row.groups != groups
    if user is None and not row.username:
        action = ImportAction.UNKNOWN
    elif current == row.role and not changes_groups:
        action = ImportAction.NONE
    elif user is None:
        action = ImportAction.WAIT
    elif current == row.role:
        action = ImportAction.GROUPS
    else:
        action = ImportAction.CHANGE if current else ImportAction.ADD
    return PlannedMember(
        line=row.line,
        name=row.username or row.email,
        role=row.role,
        action=action,
        user=user,
        current="" if user is None else current,
        groups=row.groups,
        current_groups=groups,
    )


def _keep_last_teacher(planned: list[PlannedMember], roles: dict[int, str]) -> list[PlannedMember]:
    """Leave the teachers their roles if the list would leave the course without a teacher."""
    teachers = {user for user, role in roles.items() if role == MemberRole.TEACHER}
    changed = {
        row.user.pk for row in planned if row.action == ImportAction.CHANGE and row.user is not None
    }
    becomes_teacher = any(
        row.role == MemberRole.TEACHER and row.action in {ImportAction.ADD, ImportAction.CHANGE}
        for row in planned
    )
    if not teachers or becomes_teacher or teachers - changed:
        return planned
    return [
        replace(row, action=ImportAction.LAST_TEACHER)
        if row.user is not None and row.user.pk in teachers and row.action == ImportAction.CHANGE
        else row
        for row in planned
    ]


def _find_users(listed: Iterable[ListedMember]) -> dict[str, User]:
    """Return users by username, and by the email addresses that they have confirmed."""
    usernames = {row.username for row in listed if row.username}
    emails = {row.email for row in listed if row.email}
    users: dict[str, User] = {}
    for batch in split(sorted(emails), _BATCH):
        rows = EmailAddress.objects.filter(email__in=batch, verified=True).select_related("user")
        users |= {row.email.lower(): row.user for row in rows}
    for batch in split(sorted(usernames), _BATCH):
        users |= {user.username: user for user in User.objects.filter(username__in=batch)}
    return users


def _require_other_teacher(membership: Membership) -> None:
    if membership.role != MemberRole.TEACHER:
        return
    others = Membership.objects.filter(course=membership.course_id, role=MemberRole.TEACHER)
    if not others.exclude(pk=membership.pk).exists():
        raise LastTeacherError("the course would have no teacher")
