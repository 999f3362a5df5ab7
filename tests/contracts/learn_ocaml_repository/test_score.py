"""What points are worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kriterion_tools.contracts.learn_ocaml_repository.score import compute_score


@pytest.mark.parametrize(
    ("points", "measured", "declared", "earned", "possible", "percentage"),
    [
        (7, 10, None, 7, 10, 70),  # what the reference solution gets is all there is
        (2, 3, None, 2, 3, 66),  # rounded down
        (12, 10, None, 12, 10, 100),  # better than the reference solution
        (7, 10, 10, 7, 10, 70),
        (7, 10, 5, 5, 5, 100),  # the declared maximum caps, even if the grader gives more
        (3, 10, 5, 3, 5, 60),
        (13, 13, 100, 13, 13, 100),  # declared, and beyond the reference solution itself
        (20, 13, 100, 20, 13, 100),
        (7, None, 10, 7, 10, 70),  # not yet measured
        (7, None, None, 7, None, None),
        (0, 0, None, 0, 0, None),  # nothing is graded
        (5, 10, 0, 0, 0, None),
        (5, 0, 10, 5, 0, None),
        (-4, 10, None, 0, 10, 0),
    ],
)
def test_points_scale_with_the_maximum(
    points: int,
    measured: int | None,
    declared: int | None,
    earned: int,
    possible: int | None,
    percentage: int | None,
) -> None:
    worth = compute_score(points, measured=measured, declared=declared)
    assert (worth.earned, worth.possible, worth.percentage) == (earned, possible, percentage)
    assert (worth.measured, worth.declared) == (measured, declared)


def test_a_maximum_the_reference_solution_misses_is_unreachable() -> None:
    assert compute_score(1, measured=13, declared=100).is_unreachable
    assert not compute_score(1, measured=100, declared=100).is_unreachable
    assert not compute_score(1, measured=None, declared=100).is_unreachable
    assert not compute_score(1, measured=13, declared=None).is_unreachable


POSSIBLE = st.none() | st.integers(0, 10**6)


@given(st.integers(-(10**6), 10**6), POSSIBLE, POSSIBLE)
def test_a_percentage_is_from_0_to_100(
    points: int, measured: int | None, declared: int | None
) -> None:
    worth = compute_score(points, measured=measured, declared=declared)
    assert worth.percentage is None or 0 <= worth.percentage <= 100
    assert worth.earned <= max(points, 0)


@given(st.integers(1, 10**6), st.none() | st.integers(1, 10**6))
def test_the_reference_solution_gets_full_marks(measured: int, declared: int | None) -> None:
    assert compute_score(measured, measured=measured, declared=declared).percentage == 100
