"""The number of workers for a deadline: the simulation agrees with what queueing theory knows."""

import math
import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from kriterion.capacity.arrival_profile import HOUR, ArrivalProfile, fit_profile, make_rush
from kriterion.capacity.capacity_plan import MAX_SUBMISSIONS, CapacityPlan, Demand, make_plan
from kriterion.capacity.plan_document import make_plan_document
from kriterion.capacity.plan_drawing import draw_plan
from kriterion.capacity.queue_simulation import find_percentile, simulate_waits
from kriterion.capacity.resource_use import MIB, ResourceUse
from kriterion.capacity.service_times import from_mean, from_sample, read_service_times


def find_probability_of_waiting(slots: int, load: float) -> float:
    """Erlang's C formula; `load` is the mean number of busy slots."""
    term = total = 1.0
    for number in range(1, slots):
        term *= load / number
        total += term
    last = term * load / slots / (1 - load / slots)
    return last / (total + last)


@pytest.mark.parametrize(("slots", "load"), [(1, 0.7), (4, 3.4), (16, 13.0)])
def test_waits_agree_with_erlangs_formula(slots: int, load: float) -> None:
    """Of Poisson arrivals with exponential service times, whose waits are known exactly."""
    source = random.Random(17)
    arrivals, now = [], 0.0
    for _ in range(200_000):
        now += source.expovariate(load)
        arrivals.append(now)
    services = [source.expovariate(1.0) for _ in arrivals]
    waits = sorted(simulate_waits(arrivals, services, slots)[10_000:])
    waiting = find_probability_of_waiting(slots, load)
    assert sum(wait > 0 for wait in waits) / len(waits) == pytest.approx(waiting, rel=0.05)
    # The waits of those that wait are exponential with rate slots - load.
    expected = math.log(waiting / 0.05) / (slots - load)
    assert find_percentile(waits, 95) == pytest.approx(expected, rel=0.1)


def test_waits_of_a_burst_are_multiples_of_the_service_time() -> None:
    assert simulate_waits([0.0] * 5, [2.0] * 5, 2) == [0, 0, 2, 2, 4]


def test_a_percentile_is_a_value_that_this_percentage_does_not_exceed() -> None:
    values = [float(value) for value in range(1, 101)]
    assert [find_percentile(values, p) for p in (1, 50, 95, 100)] == [1, 50, 95, 100]
    assert find_percentile([3.0], 1) == 3.0


def test_the_assumed_rush_halves_its_rate_at_the_given_time() -> None:
    profile = make_rush(24 * HOUR, HOUR)
    assert math.fsum(profile.shares) == pytest.approx(1.0)
    assert all(earlier < later for earlier, later in pairwise(profile.shares))
    assert profile.shares[-13] == pytest.approx(profile.shares[-1] / 2, rel=0.05)
    # The integral of 1 / (1 + t) over the last hour of a day.
    assert math.fsum(profile.shares[-12:]) == pytest.approx(math.log(2) / math.log(25))


def test_a_fitted_profile_counts_what_arrived_before_deadlines() -> None:
    profile = fit_profile([10.0, 20.0, 7.0, 4 * HOUR, -5.0, 30 * HOUR], 24 * HOUR)
    assert profile.source == "measured: 4 submissions before deadlines"
    assert profile.shares[-1] == 0.75
    assert math.fsum(profile.shares) == pytest.approx(1.0)
    with pytest.raises(ValueError, match="no submission"):
        fit_profile([-5.0], HOUR)


def test_arrivals_follow_the_profile() -> None:
    profile = ArrivalProfile(window_seconds=100, shares=(0.25, 0.0, 0.75, 0.0), source="")
    arrivals = profile.draw(4000, random.Random(1))
    assert arrivals == sorted(arrivals)
    early = [arrival for arrival in arrivals if arrival < 25]
    late = [arrival for arrival in arrivals if 50 <= arrival < 75]
    assert len(early) + len(late) == 4000
    assert len(early) == pytest.approx(1000, rel=0.1)


def test_durations_given_by_two_numbers_have_these() -> None:
    times = from_mean(2.0, 5.0)
    assert times.mean == pytest.approx(2.0)
    assert find_percentile(times.seconds, 95) == pytest.approx(5.0, rel=0.05)
    with pytest.raises(ValueError, match="times the mean"):
        from_mean(2.0, 1.0)
    with pytest.raises(ValueError, match="times the mean"):
        from_mean(2.0, 9.0)


@pytest.mark.parametrize(
    "text",
    [
        "[1, 2.5, 4]",
        "1\n2.5\n4\n",
        "image,seconds\npython,1\npython, 2.5\nocaml,4\n",
        "4\n\n1\n2.5",
    ],
)
def test_durations_are_read_in_three_forms(text: str) -> None:
    assert read_service_times(text, "given.csv").seconds == (1.0, 2.5, 4.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no durations"),
        ("[]", "no durations"),
        ("[true]", "not a number"),
        ('["1"]', "not a number"),
        ("[1", "delimiter"),
        ("1\n-2\n", "not a positive number: -2"),
        ("nan\n", "not a positive number: nan"),
        ("a,b\n1,2\n", "no column is named seconds"),
        ("image,seconds\npython\n", "too few columns"),
        ("seconds\nfast\n", "fast"),
    ],
)
def test_unreadable_durations_are_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_service_times(text, "given.csv")


def make_demand(students: int = 400) -> Demand:
    return Demand(
        students=students,
        submissions=5,
        profile=make_rush(2 * HOUR, HOUR / 10),
        service=from_mean(5.0),
    )


@pytest.fixture(scope="module")
def plan() -> CapacityPlan:
    return make_plan(make_demand(), slots_per_worker=2)


def test_the_recommended_number_is_the_smallest_that_meets_the_target(plan: CapacityPlan) -> None:
    by_workers = {row.workers: row for row in plan.forecasts}
    assert plan.recommended > 2
    assert by_workers[plan.recommended].p95 <= plan.target_seconds
    assert by_workers[plan.recommended - 1].p95 > plan.target_seconds


def test_more_workers_wait_less(plan: CapacityPlan) -> None:
    for fewer, more in pairwise(plan.forecasts):
        assert fewer.p50 >= more.p50
        assert fewer.p95 >= more.p95
        assert fewer.p99 >= more.p99
        assert fewer.peak_load > more.peak_load
    assert all(row.p50 <= row.p95 <= row.p99 <= row.longest for row in plan.forecasts)


def test_the_same_arguments_give_the_same_plan(plan: CapacityPlan) -> None:
    assert make_plan(make_demand(), slots_per_worker=2) == plan
    other = make_plan(make_demand(), slots_per_worker=2, seed=2)
    assert abs(other.recommended - plan.recommended) <= 1


def test_a_stricter_target_needs_more_workers(plan: CapacityPlan) -> None:
    strict = make_plan(make_demand(), slots_per_worker=2, target_seconds=0.0, target_percent=99)
    assert strict.recommended > plan.recommended


def test_more_than_can_be_simulated_is_refused() -> None:
    with pytest.raises(ValueError, match=f"at most {MAX_SUBMISSIONS}"):
        make_plan(make_demand(MAX_SUBMISSIONS), slots_per_worker=1)
    hopeless = Demand(
        students=20_000,
        submissions=1,
        profile=make_rush(60.0, HOUR),
        service=from_sample([HOUR], "given"),
    )
    with pytest.raises(ValueError, match="do not meet the target"):
        make_plan(hopeless, slots_per_worker=1)


def test_the_drawing_is_a_document_that_names_the_answer(plan: CapacityPlan) -> None:
    root = ElementTree.fromstring(draw_plan(plan))
    texts = "\n".join(root.itertext())
    assert f"400 students: {plan.recommended} workers" in texts
    assert "deadline" in texts
    for row in plan.forecasts:
        assert f"{row.workers} workers, p95: {row.p95:.1f} s" in texts


def test_a_document_has_memory_and_processors_of_a_worker(plan: CapacityPlan) -> None:
    use = ResourceUse(run_bytes=100 * MIB, processor_share=0.5, source="measured")
    document = make_plan_document(plan, use)
    assert document["recommended_workers"] == plan.recommended
    assert document["worker"]["memory_bytes"] >= 200 * MIB
    assert document["worker"]["processors"] == 1.0
    assert len(document["forecasts"]) == len(plan.forecasts)
