"""Tell a user of an event: on the site and, if they want it, by mail.

Both rows are written in the transaction of the event, so neither is lost nor sent for an event that
did not happen. `mail_delivery` sends the mail.
"""

from collections.abc import Mapping

from django.conf import settings
from django.db import connection

from kriterion.web.accounts.models import User
from kriterion.web.catalog.models import Activity
from kriterion.web.database.storable import make_json_storable, make_storable
from kriterion.web.notifications.models import (
    MailPreference,
    Notification,
    NotificationKind,
    OutgoingMail,
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
    assert connection.in_atomic_block, "the event and its notification belong together"
    names = {language: activity.name(language) for language, _ in settings.LANGUAGES}
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
        wanting = _find_wanting_mail(list(addresses), kind)
        OutgoingMail.objects.bulk_create(
            [OutgoingMail(notification=each) for each in notifications if each.user_id in wanting],
            batch_size=_BATCH,
        )
    return notifications


def wants_results(user_id: int) -> bool:
    """Whether the user asked to be told when their submissions have been assessed."""
    return MailPreference.objects.filter(user=user_id, results=True).exists()


def _find_wanting_mail(users: list[int], kind: NotificationKind) -> set[int]:
    """Return which of the users want mail about such an event, and can get it."""
    wanting = User.objects.filter(pk__in=users, is_active=True).exclude(email="")
    match kind:
        case NotificationKind.ANSWER:
            refusing = MailPreference.objects.filter(answers=False)
        case NotificationKind.REVIEW:
            refusing = MailPreference.objects.filter(reviews=False)
        case NotificationKind.RESULT:
            return set(wanting.filter(mail_preference__results=True).values_list("pk", flat=True))
    return set(wanting.exclude(pk__in=refusing.values("user")).values_list("pk", flat=True))
