"""The order in which parallel workers get tests: each begins with its share of the slowest."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def spread_slow(items: Sequence[Item], is_slow: Callable[[Item], bool], workers: int) -> list[Item]:
    """The same items, for workers that each get as many of them, in their order.

    A slow one at the end of a worker's share would keep the others waiting for it; they can
    take quick ones from it instead.
    """
    slow = [item for item in items if is_slow(item)]
    quick = [item for item in items if not is_slow(item)]
    spread: list[Item] = []
    for left in range(workers, 0, -1):
        # As xdist's `worksteal` divides them.
        share = (len(slow) + len(quick)) // left
        slow_share = min(share, -(-len(slow) // left))
        spread += slow[:slow_share] + quick[: share - slow_share]
        slow, quick = slow[slow_share:], quick[share - slow_share :]
    return spread
