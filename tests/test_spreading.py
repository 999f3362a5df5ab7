"""Slow tests start first, and no test is lost."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.spreading import spread_slow


def test_each_worker_starts_with_its_share_of_slow_tests_from_one_end() -> None:
    items = ["a", "b", "c", "d", "e", "f", "SLOW 1", "SLOW 2", "SLOW 3", "SLOW 4"]
    assert spread_slow(items, lambda item: item.startswith("SLOW"), 2) == [
        *("SLOW 1", "SLOW 3", "a", "b", "c"),
        *("SLOW 4", "SLOW 2", "d", "e", "f"),
    ]


@given(slow=st.lists(st.booleans(), max_size=40), workers=st.integers(1, 9))
def test_every_test_occurs_once_and_quick_ones_keep_their_order(
    slow: list[bool], workers: int
) -> None:
    items = list(enumerate(slow))
    spread = spread_slow(items, lambda item: item[1], workers)
    assert sorted(spread) == items
    quick = [number for number, is_slow in spread if not is_slow]
    assert all(one < other for one, other in pairwise(quick))
