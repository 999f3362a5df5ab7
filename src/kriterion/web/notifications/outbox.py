"""Tell a user of an event: on the site and, if they want it, by mail.

Both rows are written in the transaction of the event, so neither is lost nor sent for an event that
did not happen. `mail_delivery` sends the mail.
"""

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
    assert connection.in_atomic_block, "the event and its notification belong together"
    names = {language: activity.name(language) for language, _ in settings.LANGUAGES}
    notification = Notification.objects.create(
        user_id=user_id,
        kind=kind,
        address=address,
        names=make_json_storable(names),
        actor_name=make_storable(actor_name)[:_NAME],
    )
    if settings.MAIL and _wants_mail(user_id, kind):
        OutgoingMail.objects.create(notification=notification)
    return notification


def wants_results(user_id: int) -> bool:
    """Whether the user asked to be told when their submissions have been assessed."""
    return MailPreference.objects.filter(user=user_id, results=True).exists()


def _wants_mail(user_id: int, kind: NotificationKind) -> bool:
    user = User.objects.select_related("mail_preference").filter(pk=user_id).first()
    if user is None or not user.is_active or not user.email:
        return False
    preference = getattr(user, "mail_preference", None) or MailPreference()
    match kind:
        case NotificationKind.ANSWER:
            return bool(preference.answers)
        case NotificationKind.REVIEW:
            return bool(preference.reviews)
        case NotificationKind.RESULT:
            return bool(preference.results)
