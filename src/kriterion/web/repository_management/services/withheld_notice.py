"""Notify those who decide that a repository's new version waits for their confirmation."""

from typing import Any

from django.db import transaction
from django.urls import reverse

from kriterion.web.notifications.models import NotificationKind
from kriterion.web.notifications.outbox import send_repository_notification
from kriterion.web.repositories.models import Repository
from kriterion.web.repository_management.services.repository_rights import find_deciders


def notify_of_withheld(*, repository: Repository, **_: Any) -> None:
    """Notify the owner, or else the administrators; a receiver of `version_withheld`."""
    with transaction.atomic():
        send_repository_notification(
            find_deciders(repository).values_list("pk", flat=True),
            NotificationKind.WITHHELD,
            address=reverse("repositories:repository", args=[repository.pk]),
            repository=repository.name,
            actor_name="",
        )
