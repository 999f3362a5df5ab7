"""Estimate how long a submission waits."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q, QuerySet

from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.workers import count_slots

_RECENT = 200  # submissions whose durations count
_FEW = 3  # too few to estimate from
_LOOKED_AT = 5_000  # positions in the queue; further ones need no estimate
_KEPT_SECONDS = 5.0
LONGEST = timedelta(days=1)  # no assessment takes longer; a clock that was set may suggest so


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """How many precede a submission, and when it is expected to start; None if unknown.

    `is_served` is False while no worker takes submissions.
    """

    ahead: int
    expected_seconds: float | None
    is_served: bool = True


def estimate_wait(submission: Submission) -> Waiting:
    """Return what a queued submission waits for."""
    ahead = {
        row["activity"]: row["count"]
        for row in _before(submission).order_by().values("activity").annotate(count=Count("pk"))
    }
    return cached_pace().wait_behind(ahead)


def estimate_all_waits() -> dict[int, Waiting]:
    """Return the same for all queued submissions by id, within a limit."""
    queued = Submission.objects.filter(state=SubmissionState.QUEUED)
    line = queued.order_by("priority", "turn", "pk").values_list("pk", "activity")[:_LOOKED_AT]
    known = cached_pace()
    found, seconds = {}, 0.0
    for ahead, (pk, activity) in enumerate(line):
        found[pk] = known.expected(ahead, seconds)
        seconds += known.seconds(activity)
    return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Pace:
    """Recent durations of submissions, and how many run at once.

    `mean_seconds` is None if too few were assessed. `free` says that more could run at once.
    """

    mean_seconds: float | None = None
    by_activity: Mapping[int, float] = field(default_factory=dict)
    slots: int = 0
    free: bool = False

    def wait_behind(self, ahead: Mapping[int, int]) -> Waiting:
        """Return the wait behind that many submissions of each activity."""
        seconds = sum(count * self.seconds(activity) for activity, count in ahead.items())
        return self.expected(sum(ahead.values()), seconds)

    def seconds(self, activity: int) -> float:
        """Return the expected duration of a submission to an activity."""
        return self.by_activity.get(activity, self.mean_seconds or 0.0)

    def expected(self, ahead: int, seconds: float) -> Waiting:
        """Return the wait behind that many seconds of work."""
        if self.mean_seconds is None or not self.slots:
            return Waiting(ahead=ahead, expected_seconds=None, is_served=self.slots > 0)
        # With an empty queue, the wait is until the first running one ends.
        until_one_ends = 0.0 if self.free else self.mean_seconds / self.slots
        return Waiting(ahead=ahead, expected_seconds=seconds / self.slots + until_one_ends)


_kept: tuple[float, Pace] | None = None


def cached_pace() -> Pace:
    """Return the cached pace."""
    global _kept
    kept = _kept
    if kept is None or time.monotonic() - kept[0] > _KEPT_SECONDS:
        kept = _kept = (time.monotonic(), measure_pace())
    return kept[1]


def measure_pace() -> Pace:
    """Measure the pace now."""
    at_once = count_slots()
    running = Submission.objects.filter(state=SubmissionState.RUNNING).count()
    finished = Submission.objects.filter(state=SubmissionState.FINISHED, finished_at__isnull=False)
    recent = finished.order_by("-finished_at").values_list("activity", "started_at", "finished_at")
    durations: dict[int, list[float]] = {}
    for activity, began, ended in recent[:_RECENT]:
        seconds = measure_seconds(began, ended)
        if seconds is not None:
            durations.setdefault(activity, []).append(seconds)
    every = [seconds for each in durations.values() for seconds in each]
    return Pace(
        mean_seconds=sum(every) / len(every) if len(every) >= _FEW else None,
        by_activity={
            activity: sum(each) / len(each)
            for activity, each in durations.items()
            if len(each) >= _FEW
        },
        slots=at_once,
        free=running < at_once,
    )


def measure_seconds(began: datetime | None, ended: datetime | None) -> float | None:
    """Return the duration of an assessment, or None if the clock was set meanwhile."""
    if began is None or ended is None or not began <= ended <= began + LONGEST:
        return None
    return (ended - began).total_seconds()


def _before(submission: Submission) -> QuerySet[Submission]:
    """Return the submissions that will be claimed before it, as things are."""
    mine = submission
    return Submission.objects.filter(state=SubmissionState.QUEUED).filter(
        Q(priority__lt=mine.priority)
        | Q(priority=mine.priority, turn__lt=mine.turn)
        | Q(priority=mine.priority, turn=mine.turn, pk__lt=mine.pk)
    )
