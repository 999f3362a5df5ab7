"""Order tests so that each parallel worker starts with its share of the slowest."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def spread_slow(items: Sequence[Item], is_slow: Callable[[Item], bool], workers: int) -> list[Item]:
    """Return the items reordered for workers that each get an equal slice.

    A slow test at the end of a worker's slice would keep the others waiting; quick ones they can
    steal.
    """
    slow = [item for item in items if is_slow(item)]
    quick = [item for item in items if not is_slow(item)]
    spread: list[Item] = []
    for left in range(workers, 0, -1):
        # xdist's `worksteal` divides items like this.
        share = (len(slow) + len(quick)) // left
        slow_share = min(share, -(-len(slow) // left))
        spread += slow[:slow_share] + quick[: share - slow_share]
        slow, quick = slow[slow_share:], quick[share - slow_share :]
    return spread
