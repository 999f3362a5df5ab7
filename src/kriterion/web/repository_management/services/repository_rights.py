"""Ask for rights on a repository, grant, refuse and take them back."""

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from kriterion.web.accounts.models import Role, User
from kriterion.web.notifications.models import NotificationKind
from kriterion.web.notifications.outbox import send_repository_notification
from kriterion.web.repositories.models import (
    Repository,
    RepositoryGrant,
    RepositoryRequest,
    RepositoryRight,
    made_up_secret,
)


@transaction.atomic
def request_right(repository: Repository, user: User, right: RepositoryRight, reason: str) -> None:
    """Store a teacher's request; those who decide are notified of the first one only."""
    _, is_new = RepositoryRequest.objects.update_or_create(
        repository=repository, user=user, defaults={"right": right, "reason": reason}
    )
    if is_new:
        send_repository_notification(
            find_deciders(repository).values_list("pk", flat=True),
            NotificationKind.RIGHT_REQUESTED,
            address=_make_address(repository),
            repository=repository.name,
            actor_name=user.display_name,
        )


@transaction.atomic
def answer_request(request: RepositoryRequest, decider: User, *, is_granted: bool) -> bool:
    """Grant or refuse a request; return False if it was answered or changed meanwhile."""
    deleted, _ = RepositoryRequest.objects.filter(pk=request.pk, right=request.right).delete()
    if not deleted:
        return False
    if is_granted:
        grant_right(request.repository, request.user, RepositoryRight(request.right), decider)
    else:
        send_repository_notification(
            [request.user_id],
            NotificationKind.RIGHT_REFUSED,
            address=reverse("repositories:repositories"),
            repository=request.repository.name,
            actor_name=decider.display_name,
        )
    return True


@transaction.atomic
def grant_right(
    repository: Repository, user: User, right: RepositoryRight, decider: User
) -> RepositoryGrant:
    """Give a user a right in place of an earlier one, and delete their request for a right."""
    RepositoryRequest.objects.filter(repository=repository, user=user).delete()
    editing = RepositoryGrant.objects.filter(
        repository=repository, user=user, right=RepositoryRight.EDIT
    )
    loses_editing = right != RepositoryRight.EDIT and editing.exists()
    grant, _ = RepositoryGrant.objects.update_or_create(
        repository=repository, user=user, defaults={"right": right}
    )
    if loses_editing:
        renew_webhook_secret(repository)
    send_repository_notification(
        [user.pk],
        NotificationKind.RIGHT_GRANTED,
        address=_make_address(repository),
        repository=repository.name,
        actor_name=decider.display_name,
    )
    return grant


@transaction.atomic
def withdraw_right(grant: RepositoryGrant) -> None:
    """Take a right back. Whoever could edit knows the webhook's secret, so there is a new one."""
    RepositoryGrant.objects.filter(pk=grant.pk).delete()
    if grant.right == RepositoryRight.EDIT:
        renew_webhook_secret(grant.repository)


def renew_webhook_secret(repository: Repository) -> None:
    """Make a new secret; those who may edit read it on the page of the repository."""
    repository.webhook_secret = made_up_secret()
    Repository.objects.filter(pk=repository.pk).update(webhook_secret=repository.webhook_secret)


def find_deciders(repository: Repository) -> QuerySet[User]:
    """Return the owner who still teaches, or else the administrators."""
    teaching = User.objects.filter(role__in=(Role.TEACHER, Role.ADMINISTRATOR), is_active=True)
    owner = teaching.filter(repositories=repository)
    if owner.exists():
        return owner
    return User.objects.filter(role=Role.ADMINISTRATOR, is_active=True)


def _make_address(repository: Repository) -> str:
    return reverse("repositories:repository", args=[repository.pk]) + "#rights"
