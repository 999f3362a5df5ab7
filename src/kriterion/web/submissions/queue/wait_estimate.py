"""Estimate how long a submission waits."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.workers import count_slots

_RECENT = 200  # submissions whose durations count
_FEWEST = 3  # durations; fewer give no estimate
_MOST_ESTIMATES = 5_000  # positions in the queue; further ones get none
_CACHE_SECONDS = 5.0
LONGEST = timedelta(days=1)  # a longer duration means that the clock was set meanwhile


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """How many submissions precede one, and how long until it starts; None if unknown.

    `is_served` is False while no worker takes submissions.
    """

    ahead: int
    expected_seconds: float | None
    is_served: bool = True


def estimate_wait(submission: Submission) -> Waiting:
    """Estimate the wait of one queued submission."""
    ahead = {
        row["activity"]: row["count"]
        for row in _select_ahead(submission)
        .order_by()
        .values("activity")
        .annotate(count=Count("pk"))
    }
    return load_pace().wait_behind(ahead)


def estimate_all_waits() -> dict[int, Waiting]:
    """Estimate the waits of the first _MOST_ESTIMATES queued submissions, by id."""
    queued = Submission.objects.filter(state=SubmissionState.QUEUED)
    line = queued.order_by("priority", "turn", "pk").values_list("pk", "activity")[:_MOST_ESTIMATES]
    pace = load_pace()
    waits, seconds = {}, 0.0
    for ahead, (pk, activity) in enumerate(line):
        waits[pk] = pace.wait_after(ahead, seconds)
        seconds += pace.expected_duration(activity)
    return waits


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Recent durations of submissions, and how many run at once.

    `mean_seconds` is None if too few were assessed. `free`: a slot is free.
    """

    mean_seconds: float | None = None
    by_activity: Mapping[int, float] = field(default_factory=dict)
    slots: int = 0
    free: bool = False

    def wait_behind(self, ahead: Mapping[int, int]) -> Waiting:
        """Return the wait behind that many submissions of each activity."""
        seconds = sum(count * self.expected_duration(activity) for activity, count in ahead.items())
        return self.wait_after(sum(ahead.values()), seconds)

    def expected_duration(self, activity: int) -> float:
        """Return the expected duration of a submission to an activity."""
        return self.by_activity.get(activity, self.mean_seconds or 0.0)

    def wait_after(self, ahead: int, seconds: float) -> Waiting:
        """Return the wait behind that many seconds of work."""
        if self.mean_seconds is None or not self.slots:
            return Waiting(ahead=ahead, expected_seconds=None, is_served=self.slots > 0)
        # If no slot is free, it also waits until the first running submission ends.
        until_one_ends = 0.0 if self.free else self.mean_seconds / self.slots
        return Waiting(ahead=ahead, expected_seconds=seconds / self.slots + until_one_ends)


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
    running = Submission.objects.filter(state=SubmissionState.RUNNING).count()
    finished = Submission.objects.filter(state=SubmissionState.FINISHED, finished_at__isnull=False)
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


def _select_ahead(submission: Submission) -> QuerySet[Submission]:
    """Return the queued submissions that are to be claimed before this one."""
    return Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(priority__lt=submission.priority)
        | Q(priority=submission.priority, turn__lt=submission.turn)
        | Q(priority=submission.priority, turn=submission.turn, pk__lt=submission.pk)
    )
