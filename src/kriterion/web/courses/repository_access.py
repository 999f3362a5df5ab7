"""Who may do what with which repository, one function per question.

A repository on which a user has no right is reported as not found, as if it did not exist, unless
its owner lets teachers ask for a right.
"""

from enum import Enum, auto, unique

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from kriterion.web.accounts.models import User
from kriterion.web.accounts.site_access import may_administer
from kriterion.web.courses.course_access import (
    is_course_teacher,
    select_fully_usable_repositories,
    select_usable_activities,
)
from kriterion.web.repositories.models import Repository, RepositoryRight, Sharing


@unique
class RepositoryPermission(Enum):
    """What a user may do with a repository."""

    USE = auto()  # add its activities to own courses
    EDIT = auto()  # change its settings, update it, check it
    SHARE = auto()  # decide who may use and edit it, and remove it


_USE = frozenset({RepositoryPermission.USE})
_EDIT = _USE | {RepositoryPermission.EDIT}


def find_permissions(user: User, repository: Repository) -> frozenset[RepositoryPermission]:
    """Return the user's permissions on a repository; its owner and administrators have all."""
    if may_administer(user):
        return frozenset(RepositoryPermission)
    if not is_course_teacher(user):
        return frozenset()
    if repository.owner_id == user.pk:
        return frozenset(RepositoryPermission)
    grant = repository.grants.filter(user=user).first()
    if grant is not None and grant.right == RepositoryRight.EDIT:
        return _EDIT
    is_usable = (
        grant is not None or select_usable_repositories(user).filter(pk=repository.pk).exists()
    )
    return _USE if is_usable else frozenset()


def select_usable_repositories(user: User) -> QuerySet[Repository]:
    """Return the repositories of which a teacher may use something."""
    usable = select_usable_activities(user).filter(repository=OuterRef("pk"))
    return Repository.objects.filter(
        Q(pk__in=select_fully_usable_repositories(user)) | Q(Exists(usable))
    )


def select_known_repositories(user: User) -> QuerySet[Repository]:
    """Return the repositories that a teacher may use, or may ask to use."""
    known = Q(pk__in=select_usable_repositories(user))
    if is_course_teacher(user):
        known |= Q(sharing=Sharing.REQUEST)
    return Repository.objects.filter(known)


def repository_or_404(
    user: User, repository_id: int, permission: RepositoryPermission | None = None
) -> Repository:
    """Return a repository that the user knows of, and on which they have the permission."""
    known = select_known_repositories(user).select_related("owner")
    repository = get_object_or_404(known, pk=repository_id)
    if permission is not None and permission not in find_permissions(user, repository):
        raise Http404
    return repository
