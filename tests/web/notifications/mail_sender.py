"""A site's sender of mail, as a program: `python -m tests.web.notifications.mail_sender COMMAND`.

`write N` makes a database with N mails to send, `send` sends those that are due, and `expire` lets
the claims of dead senders end. Each prints the mails: their keys, and whether they are sent, have
failed, or will be sent.
"""

import json
import sys
from datetime import timedelta

import django

django.setup()

from django.conf import settings  # noqa: E402 - models can be imported only now
from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from kriterion.web.accounts.models import User  # noqa: E402
from kriterion.web.database import database_clock as clock  # noqa: E402
from kriterion.web.notifications.mail_delivery import CLAIM, deliver_next  # noqa: E402
from kriterion.web.notifications.models import OutgoingMail  # noqa: E402
from kriterion.web.notifications.outbox import send_announcement  # noqa: E402


def write(number: int) -> None:
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        for name in (f"student{place}" for place in range(number)):
            user = User.objects.create(username=name, email=f"{name}@example.org")
            send_announcement([user.pk], address="/announcements/", title="Holiday")


def send() -> None:
    settings.EMAIL_USE_TLS = False  # the sink's connection is plain
    while deliver_next():
        pass


def expire() -> None:
    claimed = OutgoingMail.objects.filter(sent_at=None, failed_at=None, not_before__isnull=False)
    late = claimed.filter(not_before__gt=clock.after(CLAIM))
    assert not late.exists(), "a mail waits for longer than a claim"
    claimed.update(not_before=clock.before(timedelta(seconds=1)))


def list_states() -> dict[str, str]:
    return {
        str(mail.key): "sent" if mail.sent_at else "failed" if mail.failed_at else "waiting"
        for mail in OutgoingMail.objects.order_by("pk")
    }


match sys.argv[1:]:
    case ["write", number]:
        write(int(number))
    case ["send"]:
        send()
    case ["expire"]:
        expire()
print(json.dumps(list_states()))
