"""How long a submission occupies a slot of a worker."""

import csv
import io
import json
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

_STEPS = 200  # quantiles that stand for a distribution that is given by two numbers
_COLUMN = "seconds"
_Z95 = statistics.NormalDist().inv_cdf(0.95)


@dataclass(frozen=True, kw_only=True, slots=True)
class ServiceTimes:
    """A sample of durations in seconds; `source` says where they come from."""

    seconds: tuple[float, ...]
    source: str

    @property
    def mean(self) -> float:
        return statistics.fmean(self.seconds)

    def draw(self, number: int, source: random.Random) -> list[float]:
        return source.choices(self.seconds, k=number)


def from_sample(seconds: Sequence[float], source: str) -> ServiceTimes:
    """Return the times of a sample. Raises ValueError unless all are positive numbers."""
    if not seconds:
        raise ValueError("there are no durations")
    for value in seconds:
        if not (math.isfinite(value) and value > 0):
            raise ValueError(f"a duration is not a positive number: {value:g}")
    return ServiceTimes(seconds=tuple(sorted(seconds)), source=source)


def from_mean(mean_seconds: float, p95_seconds: float | None = None) -> ServiceTimes:
    """Return log-normal times. The 95th percentile is twice the mean unless it is given.

    Raises ValueError if no log-normal distribution has these two.
    """
    p95_seconds = 2 * mean_seconds if p95_seconds is None else p95_seconds
    # log p95 = mu + z * sigma, log mean = mu + sigma² / 2; the smaller root is the usual spread.
    root = _Z95**2 - 2 * math.log(p95_seconds / mean_seconds)
    if root < 0 or p95_seconds < mean_seconds:
        raise ValueError(
            f"no spread of durations has the mean {mean_seconds:g} s and the 95th percentile"
            f" {p95_seconds:g} s: it must be between 1 and 3.8 times the mean"
        )
    sigma = _Z95 - math.sqrt(root)
    mu = math.log(mean_seconds) - sigma**2 / 2
    normal = statistics.NormalDist()
    values = [math.exp(mu + sigma * normal.inv_cdf((i + 0.5) / _STEPS)) for i in range(_STEPS)]
    scale = mean_seconds / statistics.fmean(values)
    return ServiceTimes(
        seconds=tuple(value * scale for value in values),
        source=f"given: mean {mean_seconds:g} s, 95th percentile {p95_seconds:g} s, log-normal",
    )


def read_service_times(text: str, name: str) -> ServiceTimes:
    """Read a JSON list of seconds, or CSV with a column `seconds`, or one number on each line.

    Raises ValueError with what is wrong.
    """
    if text.lstrip().startswith("["):
        values = json.loads(text)
        if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in values):
            raise ValueError("the JSON list holds something that is not a number")
        return from_sample([float(value) for value in values], f"given: {name}")
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    column = 0
    if rows and _COLUMN in (head := [cell.strip() for cell in rows[0]]):
        column, rows = head.index(_COLUMN), rows[1:]
    elif rows and len(rows[0]) > 1:
        raise ValueError(f"no column is named {_COLUMN}")
    try:
        return from_sample([float(row[column]) for row in rows], f"given: {name}")
    except IndexError:
        raise ValueError("a row has too few columns") from None
