"""Announcements: who sees them when, dismissing, editing, and who is notified."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from kriterion.web.accounts.models import User
from kriterion.web.announcements import services
from kriterion.web.announcements.announcement_visibility import (
    select_current_announcements,
    select_visible_announcements,
)
from kriterion.web.announcements.models import Announcement, Dismissal
from kriterion.web.announcements.notification_work import AnnouncementWork
from kriterion.web.announcements.pages.displayed import list_course_announcements
from kriterion.web.announcements.services import (
    find_announcement_to_notify,
    notify_next,
)
from kriterion.web.audit.models import AuditEntry
from kriterion.web.courses.models import Course, MemberRole, Membership
from kriterion.web.notifications.models import MailPreference, Notification, OutgoingMail
from kriterion.web.notifications.notification_texts import describe
from kriterion.web.submissions.queue.inability import NOTHING
from tests.web.conftest import World, client_for
from tests.web.rejudging.rejudging_trial import (
    Killed,
    TrialWorker,
    assess_by_text,
    find_new_versions,
    kill_at_statement,
)

HOUR = timedelta(hours=1)


def _make(course: Course | None, title: str = "No lesson", /, **fields: object) -> Announcement:
    values = {"visible_from": timezone.now() - HOUR, **fields}
    return Announcement.objects.create(course=course, title=title, **values)


def _list_titles(user: User) -> list[str]:
    return [announcement.title for announcement in select_current_announcements(user)]


def _notify_all() -> int:
    """Take the steps that workers take; return how many."""
    steps = 0
    while (announcement := find_announcement_to_notify()) is not None:
        notify_next(announcement)
        steps += 1
    return steps


def test_members_see_those_of_their_courses_and_all_see_those_of_the_site(world: World) -> None:
    _make(None, "site")
    _make(world.course, "course")
    _make(world.secret_course, "secret")
    assert _list_titles(world.ada) == ["course", "site"]
    assert _list_titles(world.tina) == ["course", "site"]
    assert _list_titles(world.cleo) == ["site"]
    assert _list_titles(world.root) == ["site"]


@pytest.mark.parametrize(
    ("begins", "ends", "is_visible"),
    [(-HOUR, None, True), (-HOUR, HOUR, True), (HOUR, None, False), (-2 * HOUR, -HOUR, False)],
)
def test_an_announcement_is_visible_between_its_times(
    world: World, begins: timedelta, ends: timedelta | None, is_visible: bool
) -> None:
    now = timezone.now()
    created = _make(
        world.course,
        visible_from=now + begins,
        visible_until=None if ends is None else now + ends,
    )
    address = reverse("announcements:announcement", args=[created.pk])
    assert select_visible_announcements(world.ada).exists() is is_visible
    assert client_for(world.ada).get(address).status_code == (200 if is_visible else 404)
    assert client_for(world.tina).get(address).status_code == 200, "its teacher reads it always"


def test_home_and_the_course_page_show_it_until_it_is_dismissed(world: World) -> None:
    created = _make(world.course, text="Bring *paper*.")
    ada, course = client_for(world.ada), reverse("course", args=[world.course.slug])
    for page in ("/", course):
        text = ada.get(page).content.decode()
        assert "No lesson" in text and "paper" in text, page
    dismiss = reverse("announcements:dismiss", args=[created.pk])
    assert ada.post(dismiss, {"from": "course"}).headers["Location"] == course
    assert ada.post(dismiss).headers["Location"] == "/", "a second time changes nothing"
    assert Dismissal.objects.count() == 1
    for page in ("/", course):
        assert "No lesson" not in ada.get(page).content.decode(), page
    assert "No lesson" in ada.get(reverse("announcements:list")).content.decode()
    assert _list_titles(world.ben) == ["No lesson"], "dismissed by one reader only"


def test_a_visitor_of_a_course_sees_no_announcements(world: World) -> None:
    _make(world.course)
    page = client_for(world.cleo).get(reverse("course", args=[world.course.slug]))
    assert page.status_code == 200
    assert "No lesson" not in page.content.decode()


def test_those_of_archived_courses_leave_home_only(world: World) -> None:
    _make(world.course)
    Course.objects.update(archived=True)
    assert _list_titles(world.ada) == []
    displayed = list_course_announcements(world.ada, world.course)
    assert [entry.announcement.title for entry in displayed.current] == ["No lesson"]


def test_home_takes_the_same_queries_for_one_and_for_many(world: World) -> None:
    counts = []
    for number in (1, 20):
        for _ in range(number):
            _make(world.course)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client_for(world.ada).get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_what_was_typed_is_escaped(world: World) -> None:
    _make(world.course, "<script>alert(1)</script>", text="<script>alert(2)</script>")
    for address in ("/", reverse("announcements:list")):
        assert "<script>alert" not in client_for(world.ada).get(address).content.decode()


def test_a_teacher_adds_changes_and_deletes_one(world: World) -> None:
    tina = client_for(world.tina)
    add = reverse("announcements:add", args=[world.course.slug])
    tina.post(add, {"title": "No lesson", "text": "Today.", "notifies": "on"})
    announcement = Announcement.objects.get()
    assert (announcement.course, announcement.author_name, announcement.notifies) == (
        world.course,
        "tina",
        True,
    )
    assert announcement.visible_from <= timezone.now()
    edit = reverse("announcements:edit", args=[world.course.slug, announcement.pk])
    tina.post(edit, {"title": "A lesson", "text": "Tomorrow.", "seen": 0})
    announcement.refresh_from_db()
    assert (announcement.title, announcement.notifies, announcement.revision) == (
        "A lesson",
        False,
        1,
    )
    tina.post(reverse("announcements:delete", args=[world.course.slug, announcement.pk]))
    assert not Announcement.objects.exists()
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["announcement.add", "announcement.change", "announcement.delete"]


def test_two_teachers_do_not_overwrite_each_other(world: World) -> None:
    created = _make(world.course)
    edit = reverse("announcements:edit", args=[world.course.slug, created.pk])
    client_for(world.tina).post(edit, {"title": "First", "seen": 0})
    page = client_for(world.root).post(edit, {"title": "Second", "seen": 0})
    assert "Somebody else has changed" in page.content.decode()
    assert "Second" in page.content.decode(), "nothing typed is lost"
    created.refresh_from_db()
    assert created.title == "First"


@pytest.mark.parametrize(
    "faulty",
    [
        {"title": ""},
        {"title": "x" * 201},
        {"title": "x", "text": "x" * 10_001},
        {"title": "x", "visible_from": "2026-01-02T10:00", "visible_until": "2026-01-02T09:00"},
        {"title": "x", "visible_until": "2020-01-01T00:00"},
        {"title": "x", "visible_from": "0001-01-01T00:00"},
    ],
)
def test_faulty_announcements_are_refused(world: World, faulty: dict[str, str]) -> None:
    page = client_for(world.tina).post(
        reverse("announcements:add", args=[world.course.slug]), faulty
    )
    assert page.status_code == 200
    assert not Announcement.objects.exists()


def test_a_teacher_of_another_course_finds_nothing(world: World) -> None:
    created = _make(world.course)
    Membership.objects.create(user=world.cleo, course=world.secret_course, role=MemberRole.TEACHER)
    cleo = client_for(world.cleo)
    for slug in (world.course.slug, world.secret_course.slug):
        edit = reverse("announcements:edit", args=[slug, created.pk])
        assert cleo.post(edit, {"title": "x", "seen": 0}).status_code == 404
    assert cleo.get(reverse("announcements:announcement", args=[created.pk])).status_code == 404


def test_readers_are_notified_once_and_the_author_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "NOTIFIED_AT_ONCE", 1)
    User.objects.filter(pk=world.ben.pk).update(is_active=False)
    created = _make(world.course, notifies=True, author=world.tina)
    assert _notify_all() == 2, "one reader, and no more"
    [notification] = Notification.objects.all()
    assert notification.user == world.ada
    assert notification.address == reverse("announcements:announcement", args=[created.pk])
    assert describe(notification) == "Announcement in Programming: No lesson"
    notify_next(created.pk)
    assert Notification.objects.count() == 1


def test_all_users_are_notified_of_an_announcement_of_the_site(world: World) -> None:
    _make(None, "Maintenance", notifies=True)
    _notify_all()
    assert Notification.objects.count() == User.objects.count()
    assert {describe(notification) for notification in Notification.objects.all()} == {
        "Announcement: Maintenance"
    }


@pytest.mark.parametrize(
    "fields",
    [
        {"notifies": False},
        {"notifies": True, "visible_from": timezone.now() + 1000 * HOUR},
        {"notifies": True, "visible_until": timezone.now() - HOUR},
    ],
)
def test_nobody_is_notified_of_what_is_not_visible(world: World, fields: dict[str, object]) -> None:
    _make(world.course, **fields)
    work = AnnouncementWork()
    assert not work.has_work(suspects=False, exclude=NOTHING)
    assert work.take("worker", suspects=False, exclude=NOTHING) is None
    assert _notify_all() == 0


def test_mail_goes_to_those_who_want_it(world: World, settings: Settings) -> None:
    settings.MAIL = True
    User.objects.filter(pk__in=[world.ada.pk, world.ben.pk]).update(email="somebody@example.org")
    MailPreference.objects.create(user=world.ben, announcements=False)
    created = _make(world.course, notifies=True)
    _notify_all()
    assert [mail.notification.user for mail in OutgoingMail.objects.all()] == [world.ada]
    services.delete_announcement(created)
    assert not Notification.objects.exists() and not OutgoingMail.objects.exists()
    assert not mail.outbox


def test_an_announcement_whose_readers_were_notified_is_not_announced_again(world: World) -> None:
    created = _make(world.course, notifies=True)
    _notify_all()
    edit = reverse("announcements:edit", args=[world.course.slug, created.pk])
    tina = client_for(world.tina)
    assert 'name="notifies"' not in tina.get(edit).content.decode()
    tina.post(edit, {"title": "Changed", "seen": 0, "notifies": "on"})
    assert _notify_all() == 0


def test_a_worker_takes_one_step_at_a_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "NOTIFIED_AT_ONCE", 2)
    _make(world.course, notifies=True)
    work = AnnouncementWork()
    for expected in (2, 3):
        task = work.take("worker", suspects=False, exclude=NOTHING)
        assert task is not None
        task.run(assess_by_text, find_new_versions, TrialWorker())
        assert Notification.objects.count() == expected
    assert work.take("worker", suspects=False, exclude=NOTHING) is None


def test_a_killed_worker_notifies_nobody_twice(
    transactional_db: None, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "NOTIFIED_AT_ONCE", 2)
    for number in range(1, 100):
        created = _make(world.course, notifies=True)
        with kill_at_statement(number) as was_killed, suppress(Killed):
            _notify_all()
        _notify_all()
        address = services.make_announcement_address(created)
        messages = Notification.objects.filter(address=address).values_list("user", flat=True)
        assert sorted(messages) == sorted([world.ada.pk, world.ben.pk, world.tina.pk])
        if not was_killed():
            break
    assert number > 5
