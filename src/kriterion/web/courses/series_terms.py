"""The policy of windows, deadlines and penalties: what a series allows a student at a moment.

Nothing here reads the database or a clock. A moment that equals a deadline is in time.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto, unique


@unique
class Phase(Enum):
    """The phase of a series for a student, in order of time."""

    NOT_YET_OPEN = auto()  # hidden: its window has not begun
    OPEN = auto()
    LATE = auto()  # submissions are accepted, marked late and penalized
    CLOSED = auto()  # visible, but submissions are refused
    HIDDEN = auto()  # its window has ended


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesTerms:
    """The terms of a series, before or after extra time. None stands for no bound.

    Submissions are late after `deadline` and refused after `closes_at`. Students see the series
    from `opens_at` to `hides_at`. `penalty` is what a late submission loses, in percent of its
    points. `attempts` limits the submissions to each exercise.
    """

    opens_at: datetime | None = None
    deadline: datetime | None = None
    closes_at: datetime | None = None
    hides_at: datetime | None = None
    penalty: int = 0
    attempts: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtraTime:
    """A student's extra time: minutes, a share of the time from opening to deadline, or a date.

    Minutes and share add up. The date counts if it is later than that. `early_opening` is one
    before that of the others; it does not change what a share is.
    """

    minutes: int = 0
    percent: int = 0
    until: datetime | None = None
    early_opening: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SeriesStanding:
    """The terms for a student at a moment.

    `late_by` and `penalty` are those of a submission at that moment.
    """

    phase: Phase
    late_by: timedelta = timedelta()
    penalty: int = 0

    @property
    def is_visible(self) -> bool:
        return self.phase not in (Phase.NOT_YET_OPEN, Phase.HIDDEN)

    @property
    def accepts_submissions(self) -> bool:
        return self.phase in (Phase.OPEN, Phase.LATE)


def extend_terms(terms: SeriesTerms, extra: ExtraTime | None) -> SeriesTerms:
    """Return the terms with a student's extra time: all later bounds move with the deadline.

    Elapsed time is added, so a change to or from summer time does not alter the amount. A series
    without a deadline has no time to extend, and one without an opening is open already.
    """
    if extra is None:
        return terms
    opened = _open_earlier(terms, extra)
    if terms.deadline is None:
        return opened
    deadline = terms.deadline.astimezone(UTC)
    added = timedelta(minutes=extra.minutes)
    if terms.opens_at is not None:
        added += (deadline - terms.opens_at.astimezone(UTC)) * extra.percent / 100
    if extra.until is not None:
        added = max(added, extra.until.astimezone(UTC) - deadline)
    return replace(
        opened,
        deadline=deadline + added,
        closes_at=_move_bound(terms.closes_at, added),
        hides_at=_move_bound(terms.hides_at, added),
    )


def find_standing(terms: SeriesTerms, moment: datetime) -> SeriesStanding:
    """Return the standing at a moment, under the terms extended for the student."""
    if terms.opens_at is not None and moment < terms.opens_at:
        return SeriesStanding(phase=Phase.NOT_YET_OPEN)
    if terms.hides_at is not None and moment > terms.hides_at:
        return SeriesStanding(phase=Phase.HIDDEN)
    if terms.closes_at is not None and moment > terms.closes_at:
        return SeriesStanding(phase=Phase.CLOSED)
    if terms.deadline is not None and moment > terms.deadline:
        late_by = moment.astimezone(UTC) - terms.deadline.astimezone(UTC)
        return SeriesStanding(phase=Phase.LATE, late_by=late_by, penalty=terms.penalty)
    return SeriesStanding(phase=Phase.OPEN)


def _open_earlier(terms: SeriesTerms, extra: ExtraTime) -> SeriesTerms:
    if terms.opens_at is None or extra.early_opening is None:
        return terms
    return replace(terms, opens_at=min(terms.opens_at, extra.early_opening))


def _move_bound(bound: datetime | None, added: timedelta) -> datetime | None:
    return None if bound is None else bound.astimezone(UTC) + added
