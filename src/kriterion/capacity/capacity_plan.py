"""Answer how many workers are needed for a number of students before a deadline."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kriterion.capacity.arrival_profile import ArrivalProfile
from kriterion.capacity.queue_simulation import find_percentile, simulate_waits
from kriterion.capacity.service_times import ServiceTimes

LAST_SECONDS = 3600.0  # before the deadline: only waits in this time count
DEFAULT_PAUSE_SECONDS = 0.15  # `python -m benchmarks capacity`, on a busy machine
DEFAULT_SUBMISSIONS = 5.0  # of a student for a deadline
MAX_WORKERS = 4096
MAX_SUBMISSIONS = 2_000_000  # simulating more takes minutes and changes nothing
ARRIVALS = 100_000  # simulated for each number of workers, by repetitions of the window
_MAX_REPETITIONS = 20
_ROWS_ABOVE, _ROWS_BELOW = 2, 4  # of the recommended number


@dataclass(frozen=True, kw_only=True, slots=True)
class Demand:
    """What is expected of the site.

    `submissions` is the mean number per student. `pause_seconds` is what a slot needs besides
    an assessment: to render the feedback and to claim the next submission.
    """

    students: int
    submissions: float
    profile: ArrivalProfile
    service: ServiceTimes
    pause_seconds: float = DEFAULT_PAUSE_SECONDS

    @property
    def number(self) -> int:
        return max(round(self.students * self.submissions), 1)

    @property
    def peak_per_second(self) -> float:
        return self.number * self.profile.peak_share_per_second

    @property
    def peak_slots(self) -> float:
        """How many slots are busy on average at the peak if nothing waits."""
        return self.peak_per_second * (self.service.mean + self.pause_seconds)


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitForecast:
    """Waits of the submissions in the hour before the deadline, for a number of workers.

    `cleared_seconds`: how long after the deadline the last submission starts, in the slowest
    repetition. `peak_load`: the share of the slots that the busiest time needs; above 1 the queue
    grows.
    """

    workers: int
    slots: int
    p50: float
    p95: float
    p99: float
    longest: float
    cleared_seconds: float
    peak_load: float


@dataclass(frozen=True, kw_only=True, slots=True)
class CapacityPlan:
    """Forecasts by number of workers, and the smallest number that meets the target."""

    demand: Demand
    slots_per_worker: int
    target_seconds: float
    target_percent: float
    seed: int
    recommended: int
    forecasts: tuple[WaitForecast, ...]


class _Simulations:
    """Repetitions of the window, the same for each number of workers."""

    def __init__(self, demand: Demand, slots_per_worker: int, *, seed: int, arrivals: int) -> None:
        self._demand = demand
        self._slots_per_worker = slots_per_worker
        source = random.Random(seed)  # noqa: S311 - a simulation, repeatable
        repetitions = min(max(arrivals // demand.number, 1), _MAX_REPETITIONS)
        self._runs = [
            (
                demand.profile.draw(demand.number, source),
                [
                    seconds + demand.pause_seconds
                    for seconds in demand.service.draw(demand.number, source)
                ],
            )
            for _ in range(repetitions)
        ]
        self._known: dict[int, tuple[list[float], float]] = {}

    def forecast(self, workers: int) -> WaitForecast:
        waits, cleared = self._simulate(workers)
        slots = workers * self._slots_per_worker
        return WaitForecast(
            workers=workers,
            slots=slots,
            p50=find_percentile(waits, 50),
            p95=find_percentile(waits, 95),
            p99=find_percentile(waits, 99),
            longest=waits[-1],
            cleared_seconds=cleared,
            peak_load=self._demand.peak_slots / slots,
        )

    def find_wait(self, workers: int, percent: float) -> float:
        return find_percentile(self._simulate(workers)[0], percent)

    def _simulate(self, workers: int) -> tuple[list[float], float]:
        """Return the sorted waits that count, and how late the last one starts."""
        if workers not in self._known:
            window = self._demand.profile.window_seconds
            counted: list[float] = []
            cleared = 0.0
            for arrivals, services in self._runs:
                waits = simulate_waits(arrivals, services, workers * self._slots_per_worker)
                pairs = list(zip(arrivals, waits, strict=True))
                late = [wait for arrival, wait in pairs if arrival >= window - LAST_SECONDS]
                counted += late or waits  # nobody submitted in the last hour
                cleared = max(cleared, *(arrival + wait - window for arrival, wait in pairs))
            self._known[workers] = (sorted(counted), cleared)
        return self._known[workers]


def choose_pause(given: float | None, measured: float | None) -> float:
    """Return what a slot needs between two assessments: as given, else measured, else assumed."""
    if given is not None:
        return given
    return DEFAULT_PAUSE_SECONDS if measured is None else measured


def make_plan(
    demand: Demand,
    *,
    slots_per_worker: int,
    target_seconds: float = 30.0,
    target_percent: float = 95.0,
    seed: int = 1,
    arrivals: int = ARRIVALS,
) -> CapacityPlan:
    """Return the plan; the same arguments always give the same one.

    With fewer `arrivals`, the window is simulated less often: faster, and less exact.

    Raises ValueError if more than MAX_WORKERS workers would be needed, or for more than
    MAX_SUBMISSIONS submissions.
    """
    if demand.number > MAX_SUBMISSIONS:
        raise ValueError(f"{demand.number} submissions: at most {MAX_SUBMISSIONS} are simulated")
    simulations = _Simulations(demand, slots_per_worker, seed=seed, arrivals=arrivals)

    def is_met(workers: int) -> bool:
        return simulations.find_wait(workers, target_percent) <= target_seconds

    recommended = _find_smallest(is_met, math.ceil(demand.peak_slots / slots_per_worker))
    return CapacityPlan(
        demand=demand,
        slots_per_worker=slots_per_worker,
        target_seconds=target_seconds,
        target_percent=target_percent,
        seed=seed,
        recommended=recommended,
        forecasts=tuple(map(simulations.forecast, _list_shown(recommended))),
    )


def _find_smallest(is_met: Callable[[int], bool], guess: int) -> int:
    """Return the smallest number that meets the target; more workers never make waits longer."""
    high = min(max(guess, 1), MAX_WORKERS)
    while not is_met(high):
        if high == MAX_WORKERS:
            raise ValueError(f"{MAX_WORKERS} workers do not meet the target")
        high = min(2 * high, MAX_WORKERS)
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_met(middle) else (middle, high)
    return high


def _list_shown(recommended: int) -> Iterator[int]:
    first = max(recommended - _ROWS_BELOW, 1)
    return iter(range(first, recommended + _ROWS_ABOVE + 1))
