"""Order tests so that each parallel worker starts with its share of the slowest."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def spread_slow(items: Sequence[Item], is_slow: Callable[[Item], bool], workers: int) -> list[Item]:
    """Return the items reordered for workers that each get an equal slice.

    A slow test at the end of a worker's slice would keep the others waiting; quick ones they can
    steal. Slow tests are dealt in turn, since neighbours take about as long; every second worker
    starts with its last, so that tests that compute run beside tests that wait.
    """
    slow = [item for item in items if is_slow(item)]
    quick = [item for item in items if not is_slow(item)]
    spread: list[Item] = []
    for left in range(workers, 0, -1):
        # xdist's `worksteal` divides items like this.
        share = (len(slow) + len(quick)) // left
        own = slow[::left][:share]
        spread += (own[::-1] if left % 2 else own) + quick[: share - len(own)]
        slow = [
            item for number, item in enumerate(slow) if number % left or number // left >= share
        ]
        quick = quick[share - len(own) :]
    return spread
