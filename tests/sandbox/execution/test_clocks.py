from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from resource import struct_rusage
from typing import Any

import pytest

from kriterion.sandbox.cgroups.run_processes import Threads
from kriterion.sandbox.execution.clocks import TICK_SECONDS, Clocks
from kriterion.sandbox.run import Ending, Limits


class Time:
    """A clock that tests turn, a tree whose computing and wishes they say."""

    must_be_root = False
    admits_threads = False
    visible_paths: Mapping[str, Path] = {}

    def __init__(self) -> None:
        self.now = 100.0
        self.computed = 7.0  # unpacking is not the run's
        self.wants_to_compute = False
        self.threads = Threads(runnable=0)
        self.over_memory = False

    def monotonic(self) -> float:
        return self.now

    def is_busy(self, root: int) -> bool:
        return self.wants_to_compute

    def count_threads(self, root: int) -> Threads:
        return self.threads

    def admit(self) -> AbstractContextManager[None]:
        return nullcontext()

    def attach(self, pid: int) -> None: ...

    def read_cpu_seconds(self) -> float:
        return self.computed

    def read_peak_memory_bytes(self) -> int | None:
        return None

    def has_exceeded_memory(self) -> bool:
        return self.over_memory

    def count_memory_kills(self) -> int:
        return int(self.over_memory)

    def must_be_killed(self) -> bool:
        return self.over_memory

    def end(self, usage: struct_rusage) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr("kriterion.sandbox.execution.clocks.time", time)
    monkeypatch.setattr("kriterion.sandbox.execution.clocks.processes", time)
    return time


LIMITS = Limits(cpu_seconds=2, idle_seconds=3, wall_seconds=20)


WINDOW = Limits(cpu_seconds=1000, window_seconds=2, wall_seconds=10)


def ticks_until_end(
    time: Time, share: float, *, every: float = TICK_SECONDS, limits: Limits = LIMITS
) -> tuple[Ending | None, Any]:
    """What ends a run that gets this share of a processor, and after how long."""
    running = Clocks(time, limits, root=1)
    started = time.now
    while time.now - started < 60:
        time.now += every
        time.computed += share * every
        ending = running.tick()
        if ending is not None:
            return ending, pytest.approx(time.now - started, abs=3 * TICK_SECONDS)
    return None, 60


def test_a_computing_run_reaches_its_computing_limit(time: Time) -> None:
    assert ticks_until_end(time, 1.0) == (Ending.CPU_LIMIT, 2.0)
    assert ticks_until_end(time, 4.0) == (Ending.CPU_LIMIT, 0.5)


def test_a_sleeping_run_reaches_its_idle_limit(time: Time) -> None:
    assert ticks_until_end(time, 0.0) == (Ending.WALL_LIMIT, 3.0)
    assert ticks_until_end(time, 0.02) == (Ending.WALL_LIMIT, 3.0)


def test_a_run_starved_by_others_is_not_idle_and_gets_more_real_time(time: Time) -> None:
    """With a twentieth of a processor it still gets all of its CPU time; not with a fiftieth."""
    time.wants_to_compute = True
    assert ticks_until_end(time, 0.05) == (Ending.CPU_LIMIT, 40.0)
    assert ticks_until_end(time, 0.02) == (Ending.WALL_LIMIT, 60.0)


def test_a_run_with_half_a_processor_gets_no_more_real_time(time: Time) -> None:
    time.wants_to_compute = True
    limits = Limits(cpu_seconds=1000, idle_seconds=3, wall_seconds=20)
    assert ticks_until_end(time, 0.55, limits=limits) == (Ending.WALL_LIMIT, 20.0)


def test_a_run_that_keeps_computing_a_little_is_not_idle(time: Time) -> None:
    ending, seconds = ticks_until_end(time, 0.08)
    assert (ending, seconds) == (Ending.WALL_LIMIT, 20.0)


def test_unobserved_time_is_not_counted_as_idle(time: Time) -> None:
    """Our own reader was slow for a second at a time: the run may have waited for it."""
    assert ticks_until_end(time, 0.0, every=1.0) == (Ending.WALL_LIMIT, 20.0)


def test_exceeding_an_unenforced_memory_limit_ends_the_run(time: Time) -> None:
    time.over_memory = True
    assert ticks_until_end(time, 0.5)[0] is Ending.MEMORY_LIMIT


def test_preparation_does_not_count_as_computing(time: Time) -> None:
    assert Clocks(time, LIMITS, root=1).cpu_seconds == 0.0


@pytest.mark.parametrize(
    ("threads", "share", "seconds"),
    [
        pytest.param(1, 1.0, 2.0, id="one thread"),
        pytest.param(2, 2.0, 2.0, id="two threads, each with a processor"),
        pytest.param(64, 64.0, 2.0, id="sixty-four threads, each with a processor"),
        pytest.param(2, 1.0, 4.0, id="two threads on one processor"),
        pytest.param(1, 0.25, 8.0, id="one thread beside three other runs"),
        pytest.param(2, 0.5, 8.0, id="two threads beside six other runs"),
        pytest.param(1, 2.0, 2.0, id="threads that lived between two looks"),
        pytest.param(1, 0.02, 30.0, id="one thread that is starved"),
        pytest.param(0, 0.0, 2.0, id="asleep"),
        pytest.param(0, 0.3, 2.0, id="asleep whenever one looks"),
    ],
)
def test_a_window_is_real_time_on_an_idle_machine(
    time: Time, threads: int, share: float, seconds: float
) -> None:
    """Each thread computes for two seconds, however many there are and whoever else computes."""
    time.threads = Threads(runnable=threads)
    assert ticks_until_end(time, share, limits=WINDOW) == (Ending.WALL_LIMIT, seconds)


def test_waiting_for_a_disk_uses_no_window(time: Time) -> None:
    time.threads = Threads(runnable=0, waiting_for_disk=1)
    assert ticks_until_end(time, 0.0, limits=WINDOW) == (Ending.WALL_LIMIT, 30.0)


def test_unobserved_time_uses_little_of_a_window(time: Time) -> None:
    time.threads = Threads(runnable=1)
    ending, seconds = ticks_until_end(time, 1.0, every=1.0, limits=WINDOW)
    assert (ending, seconds) == (Ending.WALL_LIMIT, 10.0)
