"""Estimate how long a submission waits."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import NamedTuple

from kriterion.web.submissions.models import Priority, Submission, SubmissionState
from kriterion.web.submissions.queue.order.claim_order import (
    QUEUED_FIELDS,
    count_ahead,
    interleave_courses,
)
from kriterion.web.submissions.queue.workers import count_slots

_RECENT = 200  # submissions whose durations count
_FEWEST = 3  # durations; fewer give no estimate
_MAX_ESTIMATES = 100_000  # positions in the queue that are read together
_MAX_SINGLE_ESTIMATES = 10  # further ones that are estimated one by one
_LINE_SECONDS = 2.0  # for which positions in the queue are used
_SHARE = 0.02  # of a processor, for reading them
_CACHE_SECONDS = 5.0
LONGEST = timedelta(days=1)  # a longer duration means that the clock was set meanwhile


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitEstimate:
    """How many submissions precede one, and how long until it starts; None if unknown.

    `is_served` is False while no worker takes submissions. If not `is_all`, more precede it.
    """

    ahead: int
    expected_seconds: float | None
    is_served: bool = True
    is_all: bool = True


class QueuePlace(NamedTuple):
    """A queued submission's place in the order of claims."""

    pk: int
    priority: int
    course_id: int | None
    turn: int


def estimate_wait(submission: Submission | QueuePlace) -> WaitEstimate:
    """Estimate the wait of one queued submission."""
    ahead = count_ahead(submission.pk, submission.priority, submission.course_id, submission.turn)
    wait = load_pace().wait_behind(ahead.by_activity)
    return wait if ahead.is_all else replace(wait, expected_seconds=None, is_all=False)


class WaitingLine:
    """The queue as it was at one moment: each submission's position, and the work ahead of it."""

    def __init__(self, queued: Sequence[tuple[int, int]], pace: "Pace") -> None:
        """`queued` are the ids of submissions and of their activities, in the order of claims."""
        ids, activities = zip(*queued, strict=True) if queued else ((), ())
        self._pace = pace
        self._positions = {pk: ahead for ahead, pk in enumerate(ids)}
        durations = map(pace.estimate_duration, activities)
        self._seconds_ahead = tuple(accumulate(durations, initial=0.0))

    def find_wait(self, submission_id: int) -> WaitEstimate | None:
        """Return a submission's wait; None if it was not in the queue."""
        ahead = self._positions.get(submission_id)
        return None if ahead is None else self._pace.wait_after(ahead, self._seconds_ahead[ahead])


def read_waiting_line(priority: int = Priority.BACKGROUND) -> WaitingLine:
    """Read the first _MAX_ESTIMATES positions of the queue now, up to those of a priority."""
    queued = Submission.unlimited.filter(state=SubmissionState.QUEUED, priority__lte=priority)
    line = queued.order_by("priority", "turn", "pk").values_list(*QUEUED_FIELDS)
    return WaitingLine(interleave_courses(line[:_MAX_ESTIMATES]), load_pace())


class CachedWaitingLine:
    """The queue as it was a moment ago.

    Reading it takes at most a fiftieth of a processor, however long it is: 20 milliseconds of each
    second. So a long queue is read less often.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        processor_clock: Callable[[], float] = time.thread_time,
    ) -> None:
        self._clock = clock
        self._processor_clock = processor_clock
        self._line = WaitingLine((), Pace())
        self._others: dict[int, WaitEstimate] = {}  # that were estimated one by one since
        self._fresh_until = self._read_again_at = float("-inf")

    def find_waits(self, places: Collection[QueuePlace]) -> dict[int, WaitEstimate]:
        """Return the waits of queued submissions, by id."""
        # Background submissions are read only while somebody follows one.
        priority = max((place.priority for place in places), default=Priority.INTERACTIVE)
        self._refresh(self._fresh_until, priority)
        waits = self._find_known(places)
        if len(waits) < len(places):  # some are new, or beyond the end
            self._refresh(self._read_again_at, priority)
            waits = self._find_known(places)
        missing = [place for place in places if place.pk not in waits]
        for place in missing[:_MAX_SINGLE_ESTIMATES]:
            self._others[place.pk] = waits[place.pk] = estimate_wait(place)
        return waits

    def _find_known(self, places: Collection[QueuePlace]) -> dict[int, WaitEstimate]:
        found = (
            (place.pk, self._line.find_wait(place.pk) or self._others.get(place.pk))
            for place in places
        )
        return {pk: wait for pk, wait in found if wait is not None}

    def _refresh(self, due_at: float, priority: int) -> None:
        if self._clock() < due_at:
            return
        since = self._processor_clock()
        self._line = read_waiting_line(priority)
        self._others.clear()
        cost = self._processor_clock() - since
        now = self._clock()
        self._read_again_at = now + cost / _SHARE
        self._fresh_until = max(self._read_again_at, now + _LINE_SECONDS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Recent durations of submissions, and how many run at once.

    `mean_seconds` is None if too few were assessed. `free`: a slot is free.
    """

    mean_seconds: float | None = None
    by_activity: Mapping[int, float] = field(default_factory=dict)
    slots: int = 0
    free: bool = False

    def wait_behind(self, ahead: Mapping[int, int]) -> WaitEstimate:
        """Return the wait behind that many submissions of each activity."""
        seconds = sum(count * self.estimate_duration(activity) for activity, count in ahead.items())
        return self.wait_after(sum(ahead.values()), seconds)

    def estimate_duration(self, activity: int) -> float:
        """Return the expected duration of a submission to an activity."""
        return self.by_activity.get(activity, self.mean_seconds or 0.0)

    def wait_after(self, ahead: int, seconds: float) -> WaitEstimate:
        """Return the wait behind that many seconds of work."""
        if self.mean_seconds is None or not self.slots:
            return WaitEstimate(ahead=ahead, expected_seconds=None, is_served=self.slots > 0)
        # If no slot is free, it also waits until the first running submission ends.
        until_one_ends = 0.0 if self.free else self.mean_seconds / self.slots
        return WaitEstimate(ahead=ahead, expected_seconds=seconds / self.slots + until_one_ends)


_cache: tuple[float, Pace] | None = None


def load_pace() -> Pace:
    """Return the pace, measured at most _CACHE_SECONDS ago."""
    global _cache
    cached = _cache
    if cached is None or time.monotonic() - cached[0] > _CACHE_SECONDS:
        cached = _cache = (time.monotonic(), measure_pace())
    return cached[1]


def measure_pace() -> Pace:
    """Measure the pace now."""
    slots = count_slots()
    running = Submission.unlimited.filter(state=SubmissionState.RUNNING).count()
    finished = Submission.unlimited.filter(
        state=SubmissionState.FINISHED, finished_at__isnull=False
    )
    recent = finished.order_by("-finished_at").values_list("activity", "started_at", "finished_at")
    durations: dict[int, list[float]] = {}
    for activity, began, ended in recent[:_RECENT]:
        seconds = measure_seconds(began, ended)
        if seconds is not None:
            durations.setdefault(activity, []).append(seconds)
    all_seconds = [seconds for duration in durations.values() for seconds in duration]
    return Pace(
        mean_seconds=sum(all_seconds) / len(all_seconds) if len(all_seconds) >= _FEWEST else None,
        by_activity={
            activity: sum(seconds) / len(seconds)
            for activity, seconds in durations.items()
            if len(seconds) >= _FEWEST
        },
        slots=slots,
        free=running < slots,
    )


def measure_seconds(began: datetime | None, ended: datetime | None) -> float | None:
    """Return the duration of an assessment, or None if the clock was set meanwhile."""
    if began is None or ended is None or not began <= ended <= began + LONGEST:
        return None
    return (ended - began).total_seconds()
