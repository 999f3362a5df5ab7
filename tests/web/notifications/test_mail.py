"""Mail about events: written with the event, sent at least once, in the recipient's language."""

import smtplib
import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone

from kriterion.web.accounts.models import User
from kriterion.web.notifications import mail_delivery
from kriterion.web.notifications.mail_delivery import (
    PAUSES,
    deliver_next,
    remove_old,
    run_delivery,
    select_undelivered,
)
from kriterion.web.notifications.models import (
    MailPreference,
    Notification,
    NotificationKind,
    OutgoingMail,
)
from kriterion.web.notifications.outbox import send_notification
from kriterion.web.review.services import discussion
from kriterion.web.review.services.discussion import ThreadPlace
from kriterion.web.submissions.models import Priority, Submission
from kriterion.web.submissions.queue.attempt_conclusion import finish
from tests.feedback.sample import ASSESSMENT
from tests.web.conftest import World, client_for
from tests.web.notifications.smtp_sink import SmtpSink, run_sink


@pytest.fixture
def sink() -> Iterator[SmtpSink]:
    """A mail server that the site uses."""
    with (
        run_sink() as sink,
        override_settings(
            MAIL=True,
            EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
            EMAIL_HOST="127.0.0.1",
            EMAIL_PORT=sink.port,
            EMAIL_USE_TLS=False,
            EMAIL_USE_SSL=False,
            ADDRESS="https://kriterion.example",
            MAIL_DOMAIN="kriterion.example",
            DEFAULT_FROM_EMAIL="site@kriterion.example",
        ),
    ):
        yield sink


@pytest.fixture
def ada(world: World) -> User:
    User.objects.filter(pk=world.ada.pk).update(email="ada@example.org", first_name="Ada")
    world.ada.refresh_from_db()
    return world.ada


def _notify(user: User, world: World, actor: str = "Tina") -> OutgoingMail | None:
    with transaction.atomic():
        notification = send_notification(
            user.pk,
            NotificationKind.ANSWER,
            address="/submissions/1/#thread-1",
            activity=world.exercise,
            actor_name=actor,
        )
    return OutgoingMail.objects.filter(notification=notification).first()


def _make_due() -> None:
    OutgoingMail.objects.update(not_before=timezone.now() - timedelta(seconds=1))


def test_an_answer_is_announced_on_the_site_and_by_mail(
    world: World, ada: User, sink: SmtpSink
) -> None:
    thread = discussion.open_thread(
        world.submission, ada, "Why?", place=ThreadPlace(file="a.py", line=1)
    )
    assert not Notification.objects.exists(), "nobody is told of their own question"
    discussion.reply(thread, world.tina, "So.", seen=thread.messages.get().pk)
    page = client_for(ada).get(reverse("notifications:list")).content.decode()
    assert "tina wrote about your solution of Barcode" in page
    assert "1 new notification" in page
    assert deliver_next()
    assert not deliver_next()
    [message] = sink.messages
    assert message["To"] == "ada@example.org"
    assert message["From"] == "site@kriterion.example"
    assert message["Subject"] == "tina wrote about your solution of Barcode"
    link = f"https://kriterion.example/submissions/{world.submission.pk}/#thread-{thread.pk}"
    assert link in message.get_content()
    assert message["Message-ID"] == f"<{OutgoingMail.objects.get().key}@kriterion.example>"


def test_mail_is_in_the_language_of_its_recipient(world: World, ada: User, sink: SmtpSink) -> None:
    User.objects.filter(pk=ada.pk).update(language="nl")
    _notify(ada, world)
    deliver_next()
    assert sink.messages[0]["Subject"] == "Tina schreef over je oplossing van Barcode"


def test_an_event_that_is_rolled_back_is_not_announced(
    world: World, ada: User, sink: SmtpSink
) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        _notify(ada, world)
        raise ZeroDivisionError
    assert not Notification.objects.exists()
    assert not deliver_next()


@pytest.mark.parametrize("reason", ["preference", "address", "inactive", "no mail server"])
def test_nobody_gets_mail_that_they_cannot_get_or_do_not_want(
    world: World, ada: User, sink: SmtpSink, reason: str
) -> None:
    match reason:
        case "preference":
            MailPreference.objects.create(user=ada, answers=False)
        case "address":
            User.objects.filter(pk=ada.pk).update(email="")
        case "inactive":
            User.objects.filter(pk=ada.pk).update(is_active=False)
    with override_settings(MAIL=reason != "no mail server"):
        assert _notify(ada, world) is None
    assert Notification.objects.count() == 1, "it still stands on the site"


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("priority", Priority)
def test_a_result_is_announced_to_students_who_asked(
    world: World, ada: User, sink: SmtpSink, asked: bool, priority: Priority
) -> None:
    MailPreference.objects.create(user=ada, results=asked)
    Submission.objects.update(state="running", attempt=1, priority=priority)
    submission = Submission.objects.get()
    assert finish(submission, ASSESSMENT)
    expected = asked and priority == Priority.INTERACTIVE
    assert deliver_next() == expected
    subjects = [message["Subject"] for message in sink.messages]
    assert subjects == ["Your solution of Barcode has been assessed"] * expected


def test_mail_is_retried_with_growing_pauses_until_it_fails(
    world: World, ada: User, sink: SmtpSink
) -> None:
    mail = _notify(ada, world)
    assert mail is not None
    sink.refusal = "451 later"
    pauses = []
    for _ in range(len(PAUSES) + 1):
        before = timezone.now()
        assert deliver_next()
        assert not deliver_next(), "not before the pause is over"
        mail.refresh_from_db()
        assert mail.not_before is not None
        pauses.append(round((mail.not_before - before) / timedelta(minutes=1)))
        if mail.failed_at is None:
            _make_due()
    assert pauses[:-1] == [1, 5, 30, 120, 480, 1440]
    assert mail.failed_at is not None
    assert "451" in mail.error
    assert not sink.messages


def test_a_retried_mail_is_delivered(world: World, ada: User, sink: SmtpSink) -> None:
    _notify(ada, world)
    sink.refusal = "451 later"
    deliver_next()
    assert select_undelivered().count() == 1
    sink.refusal = ""
    _make_due()
    assert deliver_next()
    assert len(sink.messages) == 1
    assert not select_undelivered().exists()


def test_a_recipient_who_is_refused_for_good_is_not_retried(
    world: World, ada: User, sink: SmtpSink
) -> None:
    mail = _notify(ada, world)
    assert mail is not None
    sink.refusal = "550 unknown"
    deliver_next()
    mail.refresh_from_db()
    assert mail.failed_at is not None
    assert mail.attempts == 1


def test_a_server_that_cannot_be_reached_is_tried_again(world: World, ada: User) -> None:
    with run_sink() as gone:
        port = gone.port
    with override_settings(
        MAIL=True,
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        EMAIL_HOST="127.0.0.1",
        EMAIL_PORT=port,
    ):
        mail = _notify(ada, world)
        assert mail is not None
        deliver_next()
    mail.refresh_from_db()
    assert mail.failed_at is None
    assert "ConnectionRefusedError" in mail.error


class _Killed(BaseException):
    """The process ends here, like one that is killed."""


@pytest.mark.parametrize("moment", ["before", "after"])
def test_mail_survives_the_death_of_the_process_that_sends_it(
    world: World, ada: User, sink: SmtpSink, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    _notify(ada, world)
    send = mail_delivery._send

    def die(mail: OutgoingMail) -> None:
        if moment == "after":
            send(mail)
        raise _Killed

    with monkeypatch.context() as patch:
        patch.setattr(mail_delivery, "_send", die)
        with pytest.raises(_Killed):
            deliver_next()
    assert not deliver_next(), "it is still claimed"
    _make_due()
    assert deliver_next()
    assert len({message["Message-ID"] for message in sink.messages}) == 1
    assert len(sink.messages) == (2 if moment == "after" else 1)


@pytest.mark.django_db(transaction=True)
def test_each_mail_is_claimed_by_one_process(world: World, ada: User, sink: SmtpSink) -> None:
    for number in range(8):
        _notify(ada, world, f"Actor {number}")
    start = threading.Barrier(4)

    def deliver() -> None:
        start.wait()
        try:
            while deliver_next():
                pass
        finally:
            connection.close()

    threads = [threading.Thread(target=deliver) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sink.messages) == 8
    assert len({message["Message-ID"] for message in sink.messages}) == 8


@pytest.mark.django_db(transaction=True)
def test_workers_deliver_mail(
    world: World, ada: User, sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_delivery, "POLL_SECONDS", 0.05)
    sent = threading.Event()
    send = mail_delivery._send

    def send_and_tell(mail: OutgoingMail) -> None:
        send(mail)
        sent.set()

    monkeypatch.setattr(mail_delivery, "_send", send_and_tell)
    with run_delivery():
        _notify(ada, world)
        assert sent.wait(60)
    assert len(sink.messages) == 1


@pytest.mark.parametrize(
    "name", ["a\r\nBcc: x@example.org", "‮evil", "x" * 500, "\N{PILE OF POO}", "a\0b"]
)
def test_hostile_names_stay_within_the_subject(
    world: World, ada: User, sink: SmtpSink, name: str
) -> None:
    _notify(ada, world, name)
    assert deliver_next()
    [message] = sink.messages
    assert message["Bcc"] is None
    assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in message["Subject"]
    assert len(message["Subject"]) < 250


def test_sent_mail_is_removed_after_a_while(world: World, ada: User, sink: SmtpSink) -> None:
    _notify(ada, world)
    deliver_next()
    remove_old()
    assert OutgoingMail.objects.exists()
    OutgoingMail.objects.update(sent_at=timezone.now() - timedelta(days=31))
    remove_old()
    assert not OutgoingMail.objects.exists()
    assert Notification.objects.exists()


def test_administrators_see_undelivered_mail_and_send_it_again(
    world: World, ada: User, sink: SmtpSink
) -> None:
    _notify(ada, world)
    sink.refusal = "550 unknown"
    deliver_next()
    root = client_for(world.root)
    page = root.get(reverse("administration:mail")).content.decode()
    assert "550" in page
    sink.refusal = ""
    root.post(reverse("administration:mail-change"), {"to": "retry"})
    assert deliver_next()
    assert len(sink.messages) == 1


def test_administrators_discard_failed_mail(world: World, ada: User, sink: SmtpSink) -> None:
    _notify(ada, world)
    sink.refusal = "550 unknown"
    deliver_next()
    client_for(world.root).post(reverse("administration:mail-change"), {"to": "discard"})
    assert not OutgoingMail.objects.exists()


def test_an_unexpected_error_of_the_library_is_recorded(
    world: World, ada: User, sink: SmtpSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = _notify(ada, world)
    assert mail is not None

    def fail(mail: OutgoingMail) -> None:
        raise smtplib.SMTPServerDisconnected("gone")

    monkeypatch.setattr(mail_delivery, "_send", fail)
    deliver_next()
    mail.refresh_from_db()
    assert "gone" in mail.error


class _Waits(threading.Event):
    """An event that is set after some waits, and does not wait."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.seconds: list[float | None] = []
        self._number = number

    def wait(self, timeout: float | None = None) -> bool:
        self.seconds.append(timeout)
        if len(self.seconds) == self._number:
            self.set()
        return self.is_set()


def test_delivery_backs_off_while_the_database_is_away_and_logs_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    outcomes = iter([True] * 8 + [False] + [True] * 2 + [False])

    def claim() -> bool:
        if next(outcomes):
            raise OperationalError("the server is away")
        return False

    monkeypatch.setattr(mail_delivery, "close_old_connections", lambda: None)
    monkeypatch.setattr(mail_delivery, "remove_old", lambda: None)
    monkeypatch.setattr(mail_delivery, "deliver_next", claim)
    waits = _Waits(12)
    mail_delivery._deliver_until(waits)
    assert waits.seconds == [10, 20, 40, 60, 60, 60, 60, 60, 5, 10, 20, 5]
    away = "mail cannot be delivered now, and is retried: the server is away"
    assert [record.getMessage() for record in caplog.records] == [
        away,
        "mail can be delivered again",
    ] * 2
