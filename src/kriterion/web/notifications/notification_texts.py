"""What a notification says, on the site and in mail, in the current language."""

from typing import assert_never

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import get_language, gettext

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.notifications.models import Notification, NotificationKind, OutgoingMail

_MAX_NAME = 100  # characters of a name in a subject


def describe(notification: Notification) -> str:
    """Return the event in one line."""
    # Names come from repositories and users: a newline would end the header of a message.
    name = _make_line(notification.name(get_language() or "en"))
    actor = _make_line(notification.actor_name)
    match kind := NotificationKind(notification.kind):
        case NotificationKind.ANSWER:
            text = gettext("%(actor)s wrote about your solution of %(name)s")
        case NotificationKind.REVIEW:
            text = gettext("Your solution of %(name)s has been reviewed")
        case NotificationKind.RESULT:
            text = gettext("Your solution of %(name)s has been assessed")
        case NotificationKind.NOT_ASSESSED:
            text = gettext("Your solution of %(name)s could not be assessed; it is not your fault")
        case NotificationKind.FAILING:
            text = gettext("Solutions of %(name)s in %(actor)s could not be assessed")
        case NotificationKind.ANNOUNCEMENT if actor:
            text = gettext("Announcement in %(actor)s: %(name)s")
        case NotificationKind.ANNOUNCEMENT:
            text = gettext("Announcement: %(name)s")
        case NotificationKind.RIGHT_REQUESTED:
            text = gettext("%(actor)s asks for a right on the repository %(name)s")
        case NotificationKind.RIGHT_GRANTED:
            text = gettext("%(actor)s gave you a right on the repository %(name)s")
        case NotificationKind.RIGHT_REFUSED:
            text = gettext("Your request for a right on the repository %(name)s was refused")
        case NotificationKind.FEEDBACK:
            text = gettext("The feedback on your solutions in %(name)s of %(actor)s has appeared")
        case NotificationKind.WITHHELD:
            text = gettext("The new version of the repository %(name)s lost many activities")
        case _:
            assert_never(kind)
    return text % {"actor": actor, "name": name}


def make_message(mail: OutgoingMail) -> EmailMessage:
    """Return the mail in its recipient's language."""
    notification = mail.notification
    user = notification.user
    with translation.override(user.language):
        subject = describe(notification)
        lines = [gettext("Hello %(name)s,") % {"name": _make_line(user.display_name)}, ""]
        lines.append(f"{subject}.")
        if settings.ADDRESS:
            address = settings.ADDRESS.rstrip("/")
            lines.append(f"{address}{notification.address}")
            lines += ["", gettext("You can choose here which mail you get:")]
            lines.append(f"{address}/notifications/settings/")
        else:
            lines.append(gettext("Log in to read more."))
    return EmailMessage(
        subject=subject,
        body="\n".join(lines) + "\n",
        to=[user.email],
        headers={"Message-ID": message_id(mail), "Auto-Submitted": "auto-generated"},
    )


def message_id(mail: OutgoingMail) -> str:
    """Return the Message-ID, by which a mail server recognises a mail that is sent again."""
    return f"<{mail.key}@{settings.MAIL_DOMAIN}>"


def _make_line(text: str) -> str:
    return shorten(make_visible(" ".join(text.split())), _MAX_NAME)
