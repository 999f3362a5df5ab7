"""What a series allows a student: windows, deadlines, extra time, penalties, closings.

Times are those of clocks in Brussels: UTC+1, and UTC+2 from 29 March 2026, 02:00 to 25 October
2026, 03:00. `a` and `b` tell the two hours from 02:00 to 03:00 of that night apart.
"""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion.web.courses.series_terms import (
    ExtraTime,
    Phase,
    SeriesTerms,
    extend_terms,
    find_standing,
)

BRUSSELS = ZoneInfo("Europe/Brussels")
_MOMENTS = ("opens_at", "deadline", "closes_at", "hides_at")


def make_moment(text: str) -> datetime:
    """Return "10-25 02:30b" of 2026 in Brussels; "b" is the second such hour."""
    fold = int(text.endswith("b"))
    moment = datetime.strptime(f"2026-{text.rstrip('ab')}", "%Y-%m-%d %H:%M:%S").replace(
        tzinfo=BRUSSELS, fold=fold
    )
    return moment.astimezone(UTC)


def make_terms(**said: Any) -> SeriesTerms:
    values: dict[str, Any] = {
        name: make_moment(value) if name in _MOMENTS else value for name, value in said.items()
    }
    return SeriesTerms(**values)


def make_extra_time(**said: Any) -> ExtraTime:
    values: dict[str, Any] = {
        name: make_moment(value) if name in ("until", "early_opening") else value
        for name, value in said.items()
    }
    return ExtraTime(**values)


NONE: dict[str, Any] = {}
WEEK = {"opens_at": "03-02 08:00:00", "deadline": "03-06 18:00:00"}
STRICT = {**WEEK, "closes_at": "03-06 18:00:00"}
GRACE = {**WEEK, "closes_at": "03-08 18:00:00", "penalty": 20}
WINDOW = {**GRACE, "hides_at": "03-20 18:00:00"}
EXAM = {
    "opens_at": "06-10 09:00:00",
    "deadline": "06-10 11:00:00",
    "closes_at": "06-10 11:05:00",
    "hides_at": "06-10 11:30:00",
    "penalty": 100,
}
SPRING = {"opens_at": "03-28 20:00:00", "deadline": "03-29 04:00:00", "closes_at": "03-29 04:00:00"}
AUTUMN = {
    "opens_at": "10-24 20:00:00",
    "deadline": "10-25 04:00:00",
    "closes_at": "10-25 05:00:00",
    "penalty": 10,
}
NIGHT = {"deadline": "03-29 01:30:00", "penalty": 5}
FOLD = {"deadline": "10-25 02:30:00b", "closes_at": "10-25 02:45:00b", "penalty": 5}

SHOWN = {"opens_at": "03-02 08:00:00"}  # without a deadline
DUE = {"deadline": "03-06 18:00:00"}  # without an opening
EARLY = {"early_opening": "03-01 08:00:00"}
HOUR_EARLY = {"early_opening": "06-10 08:00:00", "percent": 25}
FIRST_HOUR, SECOND_HOUR = (
    {"early_opening": "10-25 02:30:00a"},
    {"early_opening": "10-25 02:30:00b"},
)
IN_SECOND_HOUR = {**AUTUMN, "opens_at": "10-25 02:30:00b"}
AFTER_BOTH = {**AUTUMN, "opens_at": "10-25 03:30:00"}
AFTER_GAP = {**SPRING, "opens_at": "03-29 03:30:00"}
BEFORE_GAP = {"early_opening": "03-29 01:30:00"}

CASES: list[tuple[dict[str, Any], dict[str, Any], str, Phase, str, int]] = [
    # No bound: open for ever, and extra time changes nothing.
    (NONE, NONE, "01-01 00:00:00", Phase.OPEN, "", 0),
    (NONE, {"minutes": 60}, "12-31 23:59:59", Phase.OPEN, "", 0),
    (NONE, {"until": "01-01 00:00:00"}, "12-31 23:59:59", Phase.OPEN, "", 0),
    # A deadline alone marks submissions late, and refuses none.
    (WEEK, NONE, "03-02 07:59:59", Phase.NOT_YET_OPEN, "", 0),
    (WEEK, NONE, "03-02 08:00:00", Phase.OPEN, "", 0),
    (WEEK, NONE, "03-06 18:00:00", Phase.OPEN, "", 0),
    (WEEK, NONE, "03-06 18:00:01", Phase.LATE, "0:00:01", 0),
    (WEEK, NONE, "03-07 18:00:00", Phase.LATE, "24:00:00", 0),
    (WEEK, NONE, "12-31 18:00:00", Phase.LATE, "7200:00:00", 0),
    # Closed at the deadline.
    (STRICT, NONE, "03-06 18:00:00", Phase.OPEN, "", 0),
    (STRICT, NONE, "03-06 18:00:01", Phase.CLOSED, "", 0),
    (STRICT, NONE, "12-31 18:00:00", Phase.CLOSED, "", 0),
    # Two days of grace with a penalty.
    (GRACE, NONE, "03-06 18:00:00", Phase.OPEN, "", 0),
    (GRACE, NONE, "03-06 18:30:00", Phase.LATE, "0:30:00", 20),
    (GRACE, NONE, "03-08 18:00:00", Phase.LATE, "48:00:00", 20),
    (GRACE, NONE, "03-08 18:00:01", Phase.CLOSED, "", 0),
    # A window ends after the closing.
    (WINDOW, NONE, "03-20 18:00:00", Phase.CLOSED, "", 0),
    (WINDOW, NONE, "03-20 18:00:01", Phase.HIDDEN, "", 0),
    (WINDOW, NONE, "03-02 07:00:00", Phase.NOT_YET_OPEN, "", 0),
    # Minutes move the deadline and all bounds after it, not the opening.
    (STRICT, {"minutes": 90}, "03-06 19:30:00", Phase.OPEN, "", 0),
    (STRICT, {"minutes": 90}, "03-06 19:30:01", Phase.CLOSED, "", 0),
    (GRACE, {"minutes": 90}, "03-06 19:30:01", Phase.LATE, "0:00:01", 20),
    (GRACE, {"minutes": 90}, "03-08 19:30:00", Phase.LATE, "48:00:00", 20),
    (GRACE, {"minutes": 90}, "03-08 19:30:01", Phase.CLOSED, "", 0),
    (WINDOW, {"minutes": 90}, "03-20 19:30:00", Phase.CLOSED, "", 0),
    (WINDOW, {"minutes": 90}, "03-20 19:30:01", Phase.HIDDEN, "", 0),
    (WINDOW, {"minutes": 90}, "03-02 07:59:59", Phase.NOT_YET_OPEN, "", 0),
    # An earlier opening changes nothing else, and a later one changes nothing.
    (WEEK, EARLY, "03-01 07:59:59", Phase.NOT_YET_OPEN, "", 0),
    (WEEK, EARLY, "03-01 08:00:00", Phase.OPEN, "", 0),
    (WEEK, EARLY, "03-06 18:00:01", Phase.LATE, "0:00:01", 0),
    (WINDOW, EARLY, "03-08 18:00:01", Phase.CLOSED, "", 0),
    (WINDOW, EARLY, "03-20 18:00:01", Phase.HIDDEN, "", 0),
    (WEEK, {"early_opening": "03-03 08:00:00"}, "03-02 08:00:00", Phase.OPEN, "", 0),
    (SHOWN, EARLY, "03-01 08:00:00", Phase.OPEN, "", 0),
    (DUE, EARLY, "02-01 08:00:00", Phase.OPEN, "", 0),
    (WEEK, {**EARLY, "minutes": 90}, "03-06 19:30:00", Phase.OPEN, "", 0),
    # Its share is of the time that the others have.
    (EXAM, HOUR_EARLY, "06-10 08:00:00", Phase.OPEN, "", 0),
    (EXAM, HOUR_EARLY, "06-10 11:30:00", Phase.OPEN, "", 0),
    (EXAM, HOUR_EARLY, "06-10 11:30:01", Phase.LATE, "0:00:01", 100),
    # In the second of two equal hours, and in the night that lacks one.
    (IN_SECOND_HOUR, FIRST_HOUR, "10-25 02:30:00a", Phase.OPEN, "", 0),
    (AFTER_BOTH, SECOND_HOUR, "10-25 02:30:00a", Phase.NOT_YET_OPEN, "", 0),
    (AFTER_GAP, BEFORE_GAP, "03-29 01:30:00", Phase.OPEN, "", 0),
    # A share of the time from opening to deadline: 25 % of two hours are 30 minutes.
    (EXAM, NONE, "06-10 08:59:59", Phase.NOT_YET_OPEN, "", 0),
    (EXAM, NONE, "06-10 11:00:00", Phase.OPEN, "", 0),
    (EXAM, NONE, "06-10 11:05:00", Phase.LATE, "0:05:00", 100),
    (EXAM, NONE, "06-10 11:05:01", Phase.CLOSED, "", 0),
    (EXAM, NONE, "06-10 11:30:01", Phase.HIDDEN, "", 0),
    (EXAM, {"percent": 25}, "06-10 11:30:00", Phase.OPEN, "", 0),
    (EXAM, {"percent": 25}, "06-10 11:35:00", Phase.LATE, "0:05:00", 100),
    (EXAM, {"percent": 25}, "06-10 11:35:01", Phase.CLOSED, "", 0),
    (EXAM, {"percent": 25}, "06-10 12:00:00", Phase.CLOSED, "", 0),
    (EXAM, {"percent": 25}, "06-10 12:00:01", Phase.HIDDEN, "", 0),
    (EXAM, {"percent": 25, "minutes": 15}, "06-10 11:45:00", Phase.OPEN, "", 0),
    (EXAM, {"percent": 25, "minutes": 15}, "06-10 11:45:01", Phase.LATE, "0:00:01", 100),
    ({"deadline": "06-10 11:00:00"}, {"percent": 25}, "06-10 11:00:01", Phase.LATE, "0:00:01", 0),
    # A date counts where it is later than minutes and share.
    (STRICT, {"until": "03-09 12:00:00"}, "03-09 12:00:00", Phase.OPEN, "", 0),
    (STRICT, {"until": "03-09 12:00:00"}, "03-09 12:00:01", Phase.CLOSED, "", 0),
    (STRICT, {"until": "03-01 12:00:00"}, "03-06 18:00:00", Phase.OPEN, "", 0),
    (STRICT, {"until": "03-01 12:00:00"}, "03-06 18:00:01", Phase.CLOSED, "", 0),
    (STRICT, {"until": "03-06 19:00:00", "minutes": 90}, "03-06 19:30:00", Phase.OPEN, "", 0),
    (STRICT, {"until": "03-06 20:00:00", "minutes": 90}, "03-06 20:00:00", Phase.OPEN, "", 0),
    (STRICT, {"until": "03-06 20:00:00", "minutes": 90}, "03-06 20:00:01", Phase.CLOSED, "", 0),
    # The night to summer time lacks an hour: 20:00 to 04:00 are seven.
    (SPRING, NONE, "03-29 04:00:00", Phase.OPEN, "", 0),
    (SPRING, NONE, "03-29 04:00:01", Phase.CLOSED, "", 0),
    (SPRING, {"percent": 100}, "03-29 11:00:00", Phase.OPEN, "", 0),
    (SPRING, {"percent": 100}, "03-29 11:00:01", Phase.CLOSED, "", 0),
    (NIGHT, NONE, "03-29 03:00:00", Phase.LATE, "0:30:00", 5),
    ({"deadline": "03-29 01:30:00"}, {"minutes": 60}, "03-29 03:30:00", Phase.OPEN, "", 0),
    ({"deadline": "03-29 01:30:00"}, {"minutes": 60}, "03-29 03:30:01", Phase.LATE, "0:00:01", 0),
    # The night to winter time has one twice: 20:00 to 04:00 are nine.
    (AUTUMN, NONE, "10-25 04:00:00", Phase.OPEN, "", 0),
    (AUTUMN, NONE, "10-25 05:00:00", Phase.LATE, "1:00:00", 10),
    (AUTUMN, {"percent": 100}, "10-25 13:00:00", Phase.OPEN, "", 0),
    (AUTUMN, {"percent": 100}, "10-25 13:00:01", Phase.LATE, "0:00:01", 10),
    (FOLD, NONE, "10-25 02:30:00a", Phase.OPEN, "", 0),
    (FOLD, NONE, "10-25 02:59:00a", Phase.OPEN, "", 0),
    (FOLD, NONE, "10-25 02:31:00b", Phase.LATE, "0:01:00", 5),
    (FOLD, NONE, "10-25 02:46:00b", Phase.CLOSED, "", 0),
    ({"deadline": "10-25 02:30:00a"}, {"minutes": 60}, "10-25 02:30:00b", Phase.OPEN, "", 0),
    ({"deadline": "10-25 02:30:00a"}, {"minutes": 60}, "10-25 02:30:01b", Phase.LATE, "0:00:01", 0),
]  # fmt: skip


def parse_seconds(text: str) -> timedelta:
    hours, minutes, rest = (int(part) for part in (text or "0:0:0").split(":"))
    return timedelta(hours=hours, minutes=minutes, seconds=rest)


@pytest.mark.parametrize(("said", "given_extra", "moment", "phase", "late_by", "penalty"), CASES)
def test_what_holds(
    said: dict[str, Any],
    given_extra: dict[str, Any],
    moment: str,
    phase: Phase,
    late_by: str,
    penalty: int,
) -> None:
    holds = find_standing(
        extend_terms(make_terms(**said), make_extra_time(**given_extra)), make_moment(moment)
    )
    assert (holds.phase, holds.late_by, holds.penalty) == (phase, parse_seconds(late_by), penalty)
    assert holds.is_visible == (phase not in (Phase.NOT_YET_OPEN, Phase.HIDDEN))
    assert holds.accepts_submissions == (phase in (Phase.OPEN, Phase.LATE))


def test_the_table_has_sixty_cases() -> None:
    assert len(CASES) >= 60


moments = st.datetimes(
    min_value=datetime(2026, 1, 1),
    max_value=datetime(2026, 12, 31),
    timezones=st.sampled_from([UTC, BRUSSELS, ZoneInfo("Pacific/Auckland")]),
)


@given(
    st.lists(moments, min_size=4, max_size=4),
    moments,
    st.integers(0, 10_000),
    st.integers(0, 200),
    st.none() | moments,
    st.none() | moments,
)
def test_extra_time_never_takes_time(
    bounds: list[datetime],
    moment: datetime,
    minutes: int,
    percent: int,
    until: datetime | None,
    earlier: datetime | None,
) -> None:
    opens_at, deadline, closes_at, hides_at = sorted(bounds)
    plain = SeriesTerms(
        opens_at=opens_at, deadline=deadline, closes_at=closes_at, hides_at=hides_at, penalty=10
    )
    extra = ExtraTime(minutes=minutes, percent=percent, until=until, early_opening=earlier)
    longer = extend_terms(plain, extra)
    before, after = find_standing(plain, moment), find_standing(longer, moment)
    assert after.is_visible >= before.is_visible
    assert after.accepts_submissions >= before.accepts_submissions
    if before.accepts_submissions:
        assert after.late_by <= before.late_by and after.penalty <= before.penalty
