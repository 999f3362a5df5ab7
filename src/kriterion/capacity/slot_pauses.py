"""How long slots stand still between two assessments, from the times of submissions."""

import statistics
from collections import deque
from collections.abc import Iterable

LONGEST_PAUSE_SECONDS = 10.0  # a longer one has another cause, such as a worker that was stopped
FEWEST_PAUSES = 20

Times = tuple[float, float, float]  # of a submission: created, started, finished


def find_pause(submissions: Iterable[Times]) -> float | None:
    """Return the median pause of a slot while something waited; None if there are too few.

    The median, because a submission may wait for something else than a slot.
    """
    pauses = list_pauses(submissions)
    return statistics.median(pauses) if len(pauses) >= FEWEST_PAUSES else None


def list_pauses(submissions: Iterable[Times]) -> list[float]:
    """Return how long slots were free although something waited.

    The slot that became free first is the next one to start a submission.
    """
    rows = list(submissions)
    starts = sorted((started, created) for created, started, _ in rows)
    ends = deque(sorted(finished for _, _, finished in rows))
    free: deque[float] = deque()
    pauses = []
    for started, created in starts:
        while ends and ends[0] <= started:
            free.append(ends.popleft())
        while free and free[0] < started - LONGEST_PAUSE_SECONDS:
            free.popleft()
        if free and created <= (freed := free.popleft()):
            pauses.append(started - freed)
    return pauses
