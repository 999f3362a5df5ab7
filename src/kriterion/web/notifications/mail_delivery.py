"""Send the mail of the outbox: at least once, retried with growing pauses.

Several processes may deliver: each claims a mail by counting an attempt. A process that dies while
it sends leaves its mail claimed until `CLAIM` has passed. Then it is sent again, with the same
Message-ID.
"""

import logging
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count

from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, InterfaceError, close_old_connections
from django.db.models import F, Q, QuerySet

from kriterion.web.database import database_clock as clock
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.database.storable import make_storable
from kriterion.web.notifications.models import OutgoingMail
from kriterion.web.notifications.notification_texts import make_message

CLAIM = timedelta(minutes=5)
# Pauses after each failed attempt; after one more failure, the mail has failed.
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 480, 1440))
KEPT = timedelta(days=30)  # sent mail
POLL_SECONDS = 5.0
LONGEST_POLL_SECONDS = 60.0  # while the database is away
_POLLS_PER_CLEANING = 720  # an hour
_PERMANENT = 500  # the first SMTP status of errors that a retry does not fix
_MAX_ERROR = 1000  # characters

_log = logging.getLogger(__name__)


class _UndeliverableError(Exception):
    """A retry would fail, too."""


def deliver_next() -> bool:
    """Send the next mail that is due; return False if none is."""
    mail = _claim_next()
    if mail is None:
        return False
    try:
        _send(mail)
    except _UndeliverableError as error:
        _record_failure(mail, str(error), is_permanent=True)
    except (smtplib.SMTPException, OSError) as error:
        _record_failure(mail, f"{type(error).__name__}: {error}")
    except Exception as error:  # such as an invalid address
        _record_failure(mail, f"{type(error).__name__}: {error}", is_permanent=True)
    else:
        OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=clock.now(), error="")
    return True


def remove_old() -> None:
    """Remove mail that was sent long ago."""
    OutgoingMail.objects.filter(sent_at__lt=clock.before(KEPT)).delete()


def select_undelivered() -> QuerySet[OutgoingMail]:
    """Return mail that failed, or that will be retried."""
    return OutgoingMail.objects.filter(sent_at=None).filter(
        Q(failed_at__isnull=False) | ~Q(error="")
    )


def retry(mails: QuerySet[OutgoingMail]) -> int:
    """Make mail due now, with all its attempts."""
    return mails.filter(sent_at=None).update(attempts=0, not_before=None, failed_at=None, error="")


@contextmanager
def run_delivery() -> Iterator[None]:
    """Deliver mail in a thread within the context, if the site can send mail."""
    if not settings.MAIL:
        yield
        return
    ending = threading.Event()
    thread = threading.Thread(target=_deliver_until, args=[ending], name="mail", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join(settings.EMAIL_TIMEOUT)


def _deliver_until(ending: threading.Event) -> None:
    """Deliver mail until the event is set; wait longer after each failure of the database."""
    wait_seconds = POLL_SECONDS
    for number in count():
        if ending.is_set():
            return
        try:
            close_old_connections()
            if number % _POLLS_PER_CLEANING == 0:
                remove_old()
            while not ending.is_set() and deliver_next():
                pass
        except (DatabaseError, InterfaceError) as error:
            if wait_seconds == POLL_SECONDS:  # the first failure in a row
                _log.warning("mail cannot be delivered now, and is retried: %s", error)
            wait_seconds = min(2 * wait_seconds, LONGEST_POLL_SECONDS)
        else:
            if wait_seconds != POLL_SECONDS:
                _log.warning("mail can be delivered again")
            wait_seconds = POLL_SECONDS
        finally:
            close_old_connections()
        ending.wait(wait_seconds)


def _claim_next() -> OutgoingMail | None:
    """Claim a mail, so that no other process sends it for a while."""
    due = OutgoingMail.objects.filter(sent_at=None, failed_at=None).filter(
        Q(not_before=None) | Q(not_before__lte=clock.now())
    )
    while (candidate := due.order_by("pk").values_list("pk", "attempts").first()) is not None:
        key, attempts = candidate
        claimed = due.filter(pk=key, attempts=attempts).update(
            attempts=F("attempts") + 1, not_before=clock.after(CLAIM)
        )
        if claimed:
            mails = OutgoingMail.objects.select_related("notification__user")
            return mails.filter(pk=key).first()
    return None


def _send(mail: OutgoingMail) -> None:
    user = mail.notification.user
    if not user.email or not user.is_active:
        raise _UndeliverableError("the user has no email address, or is not active")
    message = make_message(mail)
    message.connection = get_connection()
    release_connection()  # the mail server may take as long as it likes
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        refusals = error.recipients.values()
        if all(code >= _PERMANENT for code, _ in refusals):
            raise _UndeliverableError(f"the recipient was refused: {error.recipients}") from error
        raise


def _record_failure(mail: OutgoingMail, error: str, *, is_permanent: bool = False) -> None:
    fields: dict[str, object] = {"error": make_storable(error)[:_MAX_ERROR]}
    if is_permanent or mail.attempts > len(PAUSES):
        fields["failed_at"] = clock.now()
    else:
        fields["not_before"] = clock.after(PAUSES[mail.attempts - 1])
    OutgoingMail.objects.filter(pk=mail.pk, attempts=mail.attempts).update(**fields)
    _log.warning("mail %s was not delivered: %s", mail.key, error)
