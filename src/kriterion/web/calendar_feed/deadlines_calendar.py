"""A user's deadlines as an iCalendar document (RFC 5545)."""

import hashlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from kriterion.markup.visible_text import make_visible, shorten
from kriterion.web.accounts.models import User
from kriterion.web.courses.course_access import list_own_courses, select_visible_series
from kriterion.web.courses.deadlines import find_terms_by_series

_MAX_EVENTS = 2000
_MAX_NAME = 200  # characters
_REFRESH = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Deadline:
    """A deadline of a series, for one user. `uid` stays the same when it moves."""

    uid: str
    at: datetime
    summary: str
    address: str


def find_deadlines(user: User, base: str) -> list[Deadline]:
    """Return the deadlines in a user's courses, with their extra time, in three queries.

    `base` is the address of the site. A series without a deadline counts with its closing.
    """
    series = (
        select_visible_series(user)
        .filter(course__in=list_own_courses(user), course__archived=False, visible=True)
        .exclude(deadline=None, closes_at=None)
        .select_related("course")
        .order_by("-deadline", "-pk")[:_MAX_EVENTS]
    )
    rows = list(series)
    terms = find_terms_by_series(user, rows)
    deadlines = []
    for row in rows:
        at = terms[row.pk].deadline or terms[row.pk].closes_at
        assert at is not None
        course = reverse("course", args=[row.course.slug])
        deadlines.append(
            Deadline(
                uid=f"series-{row.pk}@{settings.MAIL_DOMAIN}",
                at=at.astimezone(UTC).replace(microsecond=0),
                summary=f"{make_event_text(row.name)} ({make_event_text(row.course.name)})",
                address=f"{base}{course}#series-{row.pk}",
            )
        )
    return sorted(deadlines, key=lambda row: (row.at, row.uid))


def make_etag(deadlines: Iterable[Deadline]) -> str:
    """Return a weak ETag: the document also contains the moment at which it was written."""
    parts = [name_calendar(), *(repr(astuple(deadline)) for deadline in deadlines)]
    return f'W/"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


def write_calendar(deadlines: Iterable[Deadline], now: datetime) -> bytes:
    """Return the document; `now` is when it is written."""
    from icalendar import Calendar, Event  # takes 100 ms, which few processes need

    calendar = Calendar()
    calendar.add("prodid", "-//Kriterion//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("name", name_calendar())
    calendar.add("x-wr-calname", name_calendar())
    calendar.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", _REFRESH)
    for deadline in deadlines:
        event = Event()
        event.add("uid", deadline.uid)
        event.add("dtstamp", now.astimezone(UTC).replace(microsecond=0))
        event.add("dtstart", deadline.at)
        event.add("summary", deadline.summary)
        event.add("url", deadline.address)
        event.add("transp", "TRANSPARENT")  # a deadline keeps nobody busy
        calendar.add_component(event)
    document: bytes = calendar.to_ical()
    return document


def name_calendar() -> str:
    return gettext("Deadlines on Kriterion")


def make_event_text(name: str) -> str:
    """Return a name without control characters, which RFC 5545 forbids."""
    return shorten(make_visible(" ".join(name.split())), _MAX_NAME)
