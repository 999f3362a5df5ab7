"""Estimate how many pairs are this similar by chance, from the similarity of most pairs."""

from collections.abc import Sequence
from itertools import accumulate
from math import exp, log
from typing import Final

# The most similar pairs are left out of the estimate: they are what is compared with it.
_TAIL: Final = 0.05
_FEWEST_PAIRS: Final = 100  # with fewer, there is no estimate
_FEWEST_POINTS: Final = 3


def count_from(histogram: Sequence[int]) -> list[int]:
    """Return for each bin how many pairs are at least that similar."""
    return list(accumulate(reversed(histogram)))[::-1]


def estimate_by_chance(histogram: Sequence[int]) -> list[float] | None:
    """Return for each bin how many pairs are expected to be at least that similar by chance.

    Among most pairs, the number falls by about the same factor from bin to bin. So fit a line to
    its logarithms, and extend it to the most similar pairs. None if there are too few pairs.
    """
    counts = count_from(histogram)
    total = counts[0] if counts else 0
    if total < _FEWEST_PAIRS:
        return None
    points = [
        (number, log(count))
        for number, count in enumerate(counts)
        if number and count >= max(_TAIL * total, 1)
    ]
    if len(points) < _FEWEST_POINTS:  # nearly all pairs have nothing in common
        points = [
            (number, log(count)) for number, count in enumerate(counts[:_FEWEST_POINTS]) if count
        ]
    slope, begin = _fit_line(points)
    slope = min(slope, 0.0)
    return [min(exp(begin + slope * number), float(total)) for number in range(len(counts))]


def suggest_threshold(histogram: Sequence[int], *, least: float, default: float) -> float:
    """Return the lowest threshold from `least` on with less than one pair expected by chance.

    Return `default` if there are too few pairs for an estimate, or no such threshold.
    """
    expected = estimate_by_chance(histogram)
    if expected is None:
        return default
    for number, pairs in enumerate(expected):
        if number / len(expected) >= least and pairs < 1:
            return number / len(expected)
    return default


def _fit_line(points: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Return the slope and the value at 0 by least squares."""
    if len(points) < 2:
        return 0.0, points[0][1] if points else 0.0
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / spread
    return slope, mean_y - slope * mean_x
