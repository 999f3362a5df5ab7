"""The judge finishes by itself, whatever the student's code does."""

import time

import pytest

from kriterion.tools.judge_run import GRACE_SECONDS, PATIENCE
from kriterion_tools.fence.clock import Clock
from kriterion_tools.suite_judge.budget import Budget


class Stopped(Clock):
    """A clock that shows what it is told to."""

    reading = 0.0

    def __init__(self) -> None:
        super().__init__(root=0)

    @property
    def seconds(self) -> float:
        return self.reading


@pytest.fixture
def clock() -> Stopped:
    return Stopped()


def test_a_context_gets_half_of_the_remaining_time_and_the_last_one_all(clock: Stopped) -> None:
    budget = Budget(clock, 1000)
    half = budget.seconds_for(None, is_last=False)
    rest = budget.seconds_for(None, is_last=True)
    assert half is not None and 440 < half < 450
    assert rest is not None and 880 < rest < 900


def test_a_timeout_applies_while_time_remains(clock: Stopped) -> None:
    budget = Budget(clock, 1000)
    assert budget.seconds_for(2, is_last=False) == 2
    long = budget.seconds_for(5000, is_last=False)
    assert long is not None and long < 900


def test_no_context_gets_time_after_the_budget_is_spent(clock: Stopped) -> None:
    budget = Budget(clock, 1000)
    clock.reading = 900
    assert budget.seconds_for(None, is_last=True) is None
    assert budget.seconds_for(1, is_last=False) is None


def test_real_time_counts_only_as_a_last_resort(clock: Stopped) -> None:
    budget = Budget(clock, 1000)
    assert 10_000 < clock.last_resort - time.monotonic() < 10_020
    clock.last_resort = time.monotonic()
    assert budget.seconds_for(None, is_last=True) is None


@pytest.mark.parametrize("time_limit_seconds", [0.1, 1, 10, 1000])
def test_the_judge_stops_before_the_host_does(clock: Stopped, time_limit_seconds: float) -> None:
    """Else nothing that it found would reach the student."""
    Budget(clock, time_limit_seconds)
    host_seconds = (time_limit_seconds + GRACE_SECONDS) * PATIENCE
    assert clock.last_resort - time.monotonic() < host_seconds - 1
