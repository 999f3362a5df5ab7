"""The judge finishes by itself, whatever the student's code does."""

import time

from kriterion.toolbox.suite_judge.budget import Budget


def test_a_context_gets_half_of_what_is_left_and_the_last_one_all() -> None:
    budget = Budget(time.monotonic(), 1000)
    half = budget.seconds_for(None, is_last=False)
    rest = budget.seconds_for(None, is_last=True)
    assert half is not None and 440 < half < 450
    assert rest is not None and 880 < rest < 900


def test_a_timeout_counts_as_long_as_there_is_time() -> None:
    budget = Budget(time.monotonic(), 1000)
    assert budget.seconds_for(2, is_last=False) == 2
    long = budget.seconds_for(5000, is_last=False)
    assert long is not None and long < 900


def test_when_the_time_is_used_up_no_context_gets_any() -> None:
    assert Budget(time.monotonic() - 900, 1000).seconds_for(None, is_last=True) is None
    assert Budget(time.monotonic() - 900, 1000).seconds_for(1, is_last=False) is None
