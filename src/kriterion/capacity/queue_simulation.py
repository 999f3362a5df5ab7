"""Simulate a queue with several slots that serve in the order of arrival.

The site's own order shares the slots between courses and users. It never leaves a slot idle while
something waits, so it changes who waits, and not how much is waited in all.
"""

import heapq
import math
from collections.abc import Sequence


def simulate_waits(arrivals: Sequence[float], services: Sequence[float], slots: int) -> list[float]:
    """Return how long each submission waits until it starts; `arrivals` are sorted."""
    free_at = [0.0] * slots
    waits = []
    for arrival, service in zip(arrivals, services, strict=True):
        start = max(arrival, free_at[0])
        waits.append(start - arrival)
        heapq.heapreplace(free_at, start + service)
    return waits


def find_percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest of the sorted values that at least `percent` of them do not exceed."""
    return values[max(math.ceil(len(values) * percent / 100) - 1, 0)]
