"""Notify a user of an event: on the site and, if they want it, by mail.

Both rows are written in the transaction of the event, so neither is lost nor sent for an event that
did not happen. `mail_delivery` sends the mail.
"""

from collections.abc import Iterable, Mapping
from typing import assert_never

from django.conf import settings
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.database.storable import make_json_storable, make_storable
from kriterion.web.notifications.models import (
    MailPreference,
    Notification,
    NotificationKind,
    OutgoingMail,
)

_wanting_results = CompiledQuery(
    lambda user: MailPreference.objects.filter(user=user, results=True).values_list("pk")[:1]
)
_NAME = 400  # characters of the column
_BATCH = 500  # rows of one statement


def send_notification(
    user_id: int,
    kind: NotificationKind,
    *,
    address: str,
    activity: Activity,
    actor_name: str = "",
) -> Notification:
    """Write a notification about a solution of `activity`, and mail if the user wants it.

    Call it in the transaction of the event.
    """
    [notification] = send_notifications(
        {user_id: address}, kind, activity=activity, actor_name=actor_name
    )
    return notification


def send_notifications(
    addresses: Mapping[int, str],
    kind: NotificationKind,
    *,
    activity: Activity,
    actor_name: str = "",
) -> list[Notification]:
    """Notify several users, each of the page at an address, by the user's id."""
    names = {language: activity.name(language) for language, _ in settings.LANGUAGES}
    return _write(addresses, kind, names=names, actor_name=actor_name)


def send_announcement(
    users: Iterable[int], *, address: str, title: str, course: str = ""
) -> list[Notification]:
    """Notify users of an announcement; `course` is the name of its course."""
    addresses = dict.fromkeys(users, address)
    kind = NotificationKind.ANNOUNCEMENT
    return _write(addresses, kind, names={"": title}, actor_name=course)


def send_repository_notification(
    users: Iterable[int],
    kind: NotificationKind,
    *,
    address: str,
    repository: str,
    actor_name: str,
) -> list[Notification]:
    """Notify users about a right on a repository, or its new version, given by its name."""
    addresses = dict.fromkeys(users, address)
    return _write(addresses, kind, names={"": repository}, actor_name=actor_name)


def send_feedback_notification(
    users: Iterable[int], *, address: str, series: str, course: str
) -> list[Notification]:
    """Notify users that the feedback of a series appeared."""
    addresses = dict.fromkeys(users, address)
    return _write(addresses, NotificationKind.FEEDBACK, names={"": series}, actor_name=course)


def remove_announcement(address: str) -> None:
    """Remove the notifications of an announcement, and mail about it that was not sent."""
    Notification.objects.filter(kind=NotificationKind.ANNOUNCEMENT, address=address).delete()


def _write(
    addresses: Mapping[int, str],
    kind: NotificationKind,
    *,
    names: Mapping[str, str],
    actor_name: str,
) -> list[Notification]:
    assert connection.in_atomic_block, "the event and its notification belong together"
    notifications = Notification.objects.bulk_create(
        [
            Notification(
                user_id=user,
                kind=kind,
                address=address,
                names=make_json_storable(names),
                actor_name=make_storable(actor_name)[:_NAME],
            )
            for user, address in addresses.items()
        ],
        batch_size=_BATCH,
    )
    if settings.MAIL:
        recipients = _select_mail_recipients(list(addresses), kind)
        OutgoingMail.objects.bulk_create(
            [
                OutgoingMail(notification=notification)
                for notification in notifications
                if notification.user_id in recipients
            ],
            batch_size=_BATCH,
        )
    return notifications


def wants_results(user_id: int) -> bool:
    """Whether the user asked for notifications about assessed submissions."""
    return bool(_wanting_results.fetch_rows(user=user_id))


def _select_mail_recipients(users: list[int], kind: NotificationKind) -> set[int]:
    """Return which of the users want mail about such an event, and can get it."""
    recipients = User.objects.filter(pk__in=users, is_active=True).exclude(email="")
    match kind:
        case NotificationKind.ANSWER:
            refusing = MailPreference.objects.filter(answers=False)
        case NotificationKind.REVIEW:
            refusing = MailPreference.objects.filter(reviews=False)
        case (
            NotificationKind.RESULT
            | NotificationKind.NOT_ASSESSED
            | NotificationKind.FAILING
            | NotificationKind.FEEDBACK
        ):
            return set(
                recipients.filter(mail_preference__results=True).values_list("pk", flat=True)
            )
        case NotificationKind.ANNOUNCEMENT:
            refusing = MailPreference.objects.filter(announcements=False)
        case (
            NotificationKind.RIGHT_REQUESTED
            | NotificationKind.RIGHT_GRANTED
            | NotificationKind.RIGHT_REFUSED
            | NotificationKind.WITHHELD
        ):
            refusing = MailPreference.objects.filter(rights=False)
        case _:
            assert_never(kind)
    return set(recipients.exclude(pk__in=refusing.values("user")).values_list("pk", flat=True))
