"""The feed of deadlines: who reads it, what it holds, and that it follows RFC 5545."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.signing import Signer
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from kriterion.web.accounts.models import User
from kriterion.web.audit.models import AuditEntry
from kriterion.web.calendar_feed.deadlines_calendar import (
    Deadline,
    make_event_text,
    write_calendar,
)
from kriterion.web.calendar_feed.feed_token import find_subscriber, make_token, renew_feed
from kriterion.web.calendar_feed.models import CalendarFeed
from kriterion.web.courses.models import Course, Extension, Membership, Series
from tests.web.conftest import World, client_for

DUE = datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # in the night in which summer time ends
TEXT = st.text(max_size=300)


def _read(user: User, **headers: str) -> HttpResponse:
    feed = CalendarFeed.objects.filter(user=user).first() or renew_feed(user)
    address = reverse("calendar:feed", args=[make_token(feed)])
    return Client().get(address, headers=headers)  # type: ignore[return-value]


def _list_events(user: User) -> list[tuple[str, datetime]]:
    calendar = Calendar.from_ical(_read(user).content)
    return [(str(event["summary"]), event.decoded("dtstart")) for event in calendar.walk("VEVENT")]


def test_a_student_reads_the_deadlines_of_all_courses(world: World) -> None:
    Series.objects.update(deadline=DUE)
    other = Course.objects.create(slug="other", name="Other")
    Series.objects.create(course=other, name="Closing", closes_at=DUE + timedelta(days=1))
    Series.objects.create(course=other, name="Without an end")
    Membership.objects.create(user=world.ada, course=other)
    assert _list_events(world.ada) == [
        ("First (Programming)", DUE),
        ("Closing (Other)", DUE + timedelta(days=1)),
    ]
    assert _list_events(world.ben) == [("First (Programming)", DUE)]
    assert _list_events(world.cleo) == []
    assert _list_events(world.root) == [], "who takes no course has no deadlines"


@pytest.mark.parametrize(
    "change",
    [
        {"visible": False},
        {"opens_at": timezone.now() + timedelta(days=999), "deadline": None},
        {"hides_at": timezone.now() - timedelta(days=999)},
        {"course__archived": True},
        {"deadline": None},
    ],
)
def test_what_a_student_does_not_see_is_not_in_the_feed(
    world: World, change: dict[str, object]
) -> None:
    Series.objects.update(deadline=DUE)
    course = {name.partition("__")[2]: each for name, each in change.items() if "__" in name}
    Course.objects.filter(pk=world.course.pk).update(**course)
    own = {name: each for name, each in change.items() if "__" not in name}
    if own:
        Series.objects.filter(pk=world.series.pk).update(**own)
    assert _list_events(world.ada) == []


def test_extra_time_counts_for_its_student_only(world: World) -> None:
    Series.objects.update(deadline=DUE)
    world.series.refresh_from_db()
    extension = Extension(series=world.series, user=world.ada, minutes=90)
    extension.apply(world.series)
    extension.save()
    assert _list_events(world.ada) == [("First (Programming)", DUE + timedelta(minutes=90))]
    assert _list_events(world.ben) == [("First (Programming)", DUE)]


def test_an_event_keeps_its_uid_when_it_moves(world: World) -> None:
    Series.objects.update(deadline=DUE)
    first = re.findall(rb"UID:(.*)\r\n", _read(world.ada).content)
    Series.objects.update(deadline=DUE + timedelta(days=1), name="Renamed")
    assert re.findall(rb"UID:(.*)\r\n", _read(world.ada).content) == first != []


def test_the_document_is_not_sent_again_until_it_changes(world: World) -> None:
    Series.objects.update(deadline=DUE)
    response = _read(world.ada)
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert not response.cookies
    tag = response.headers["ETag"]
    repeated = _read(world.ada, if_none_match=tag)
    assert (repeated.status_code, repeated.content) == (304, b"")
    Series.objects.update(deadline=DUE + timedelta(minutes=1))
    assert _read(world.ada, if_none_match=tag).status_code == 200


def test_the_feed_has_the_language_of_its_user(world: World) -> None:
    assert b"NAME:Deadlines on Kriterion" in _read(world.ada).content
    User.objects.update(language="nl")
    assert b"NAME:Deadlines op Kriterion" in _read(world.ada).content


def test_a_feed_takes_as_many_queries_for_one_series_as_for_many(world: World) -> None:
    Series.objects.update(deadline=DUE)
    counts = []
    for number in (0, 30):
        for _ in range(number):
            Series.objects.create(course=world.course, name="More", deadline=DUE)
        renew_feed(world.ada)
        with CaptureQueriesContext(connection) as queries:
            _read(world.ada)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_user_makes_renews_and_revokes_the_address(world: World) -> None:
    ada, page = client_for(world.ada), reverse("calendar:address")
    assert ".ics" not in ada.get(page).content.decode()
    tokens = []
    for _ in range(2):
        ada.post(reverse("calendar:renew"))
        [feed] = CalendarFeed.objects.all()
        tokens.append(make_token(feed))
        assert f"http://testserver/calendar/{tokens[-1]}.ics" in ada.get(page).content.decode()
    assert find_subscriber(tokens[0]) is None
    assert find_subscriber(tokens[1]) == world.ada
    ada.post(reverse("calendar:revoke"))
    assert Client().get(reverse("calendar:feed", args=[tokens[1]])).status_code == 404
    logged = AuditEntry.objects.order_by("pk")
    actions = ["calendar.renew", "calendar.renew", "calendar.revoke"]
    assert [entry.action for entry in logged] == actions
    assert not any(token in str(entry.detail) for entry in logged for token in tokens)


def test_forged_tokens_and_those_of_inactive_users_find_nothing(world: World) -> None:
    feed = renew_feed(world.ada)
    token = make_token(feed)
    other_salt = Signer(sep=".", salt="other").sign(feed.key)
    for forged in (feed.key, f"{feed.key}.", f"{token}x", token[:-1], other_salt, "x" * 5000, "é"):
        assert find_subscriber(forged) is None, forged
    User.objects.filter(pk=world.ada.pk).update(is_active=False)
    assert find_subscriber(token) is None


def test_the_row_alone_does_not_reveal_the_address(world: World) -> None:
    feed = renew_feed(world.ada)
    response = Client().get(reverse("calendar:feed", args=[feed.key]))
    assert response.status_code == 404


@given(names=st.lists(TEXT, max_size=5))
def test_every_document_can_be_read_back(names: list[str]) -> None:
    deadlines = [
        Deadline(uid=f"series-{place}@site", at=DUE, summary=name, address="https://site/a,b;c")
        for place, name in enumerate(names)
    ]
    document = write_calendar(deadlines, DUE)
    assert document.endswith(b"END:VCALENDAR\r\n")
    lines = document.removesuffix(b"\r\n").split(b"\r\n")
    assert all(len(line) <= 75 for line in lines), "folded"
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    assert all(line.decode() is not None for line in lines), "no character is torn"
    value = Calendar.from_ical(document).walk("VEVENT")
    assert [event["uid"] for event in value] == [deadline.uid for deadline in deadlines]
    assert {event.decoded("dtstart") for event in value} <= {DUE}


@given(name=TEXT)
def test_names_come_back_whatever_they_contain(name: str) -> None:
    """Except for what RFC 5545 cannot carry, which `find_deadlines` removes."""
    line = make_event_text(name)
    deadline = Deadline(uid="series-1@site", at=DUE, summary=line, address="https://site/")
    document = write_calendar([deadline], DUE)
    assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", document)
    [event] = Calendar.from_ical(document).walk("VEVENT")
    assert str(event["summary"]) == line
