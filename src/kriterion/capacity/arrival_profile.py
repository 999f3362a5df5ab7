"""When submissions arrive before a deadline: their shares by the remaining time.

The default has the shape that C. J. König and M. Kleinmann found for work before deadlines
("Deadline rush: a time management phenomenon and its mathematical description", The Journal of
Psychology 139, 2005): the rate is proportional to 1 / (1 + t / rush), t before the deadline.
How steep it is (`rush_seconds`) and when it begins differs between courses: these are assumptions.
"""

import bisect
import itertools
import math
import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

HOUR = 3600.0
DEFAULT_WINDOW_SECONDS = 24 * HOUR
DEFAULT_RUSH_SECONDS = HOUR
_BINS = 288  # of a fitted profile: five minutes each in a day


@dataclass(frozen=True, kw_only=True, slots=True)
class ArrivalProfile:
    """Shares of the submissions in bins of equal length; the last bin ends at the deadline.

    `source` says where the shares come from.
    """

    window_seconds: float
    shares: tuple[float, ...]
    source: str

    @property
    def bin_seconds(self) -> float:
        return self.window_seconds / len(self.shares)

    @property
    def peak_share_per_second(self) -> float:
        """The share of the submissions that arrives in a second of the busiest bin."""
        return max(self.shares) / self.bin_seconds

    def draw(self, number: int, source: random.Random) -> list[float]:
        """Return the sorted times of arrivals, in seconds from the start of the window."""
        sums = list(itertools.accumulate(self.shares))
        return sorted(self._invert(sums, source.random() * sums[-1]) for _ in range(number))

    def _invert(self, sums: Sequence[float], point: float) -> float:
        index = min(bisect.bisect_right(sums, point), len(sums) - 1)
        share = self.shares[index]
        within = 1.0 - (sums[index] - point) / share if share else 0.0
        return (index + within) * self.bin_seconds


def make_rush(
    window_seconds: float = DEFAULT_WINDOW_SECONDS, rush_seconds: float = DEFAULT_RUSH_SECONDS
) -> ArrivalProfile:
    """Return the default shape: `rush_seconds` before the deadline the rate is half its peak."""
    width = window_seconds / _BINS

    def integrate(left: float) -> float:
        return math.log1p(left / rush_seconds)

    bounds = [window_seconds - index * width for index in range(_BINS + 1)]
    bounds[-1] = 0.0
    weights = [integrate(a) - integrate(b) for a, b in itertools.pairwise(bounds)]
    return ArrivalProfile(
        window_seconds=window_seconds,
        shares=_normalise(weights),
        source=f"assumed: 1 / (1 + t / {rush_seconds / HOUR:g} h), a deadline rush after König and"
        f" Kleinmann (2005), over {window_seconds / HOUR:g} h",
    )


def fit_profile(
    seconds_before: Collection[float], window_seconds: float = DEFAULT_WINDOW_SECONDS
) -> ArrivalProfile:
    """Return the profile of submissions that arrived this many seconds before their deadlines.

    Raises ValueError if none of them arrived within the window.
    """
    counts = [0] * _BINS
    for left in seconds_before:
        if 0 <= left < window_seconds:
            counts[_BINS - 1 - int(left / window_seconds * _BINS)] += 1
    number = sum(counts)
    if not number:
        raise ValueError("no submission arrived within the window before a deadline")
    return ArrivalProfile(
        window_seconds=window_seconds,
        shares=_normalise(counts),
        source=f"measured: {number} submissions before deadlines",
    )


def _normalise(weights: Sequence[float]) -> tuple[float, ...]:
    total = math.fsum(weights)
    return tuple(weight / total for weight in weights)
