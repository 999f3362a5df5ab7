"""Place things on a line as near as possible to their wanted positions, without overlap."""

from collections.abc import Sequence
from itertools import accumulate, pairwise


def spread(wanted: Sequence[float], sizes: Sequence[float], gap: float) -> list[float]:
    """Return non-overlapping centres for ordered items, close to the centres that they ask for.

    Minimises the sum of squared distances by pooling adjacent violators.
    """
    apart = [(size + next_size) / 2 + gap for size, next_size in pairwise(sizes)]
    offsets = list(accumulate(apart, initial=0.0))[: len(wanted)]
    pools: list[tuple[float, int]] = []  # mean and number of pooled things
    for want, offset in zip(wanted, offsets, strict=True):
        mean, count = want - offset, 1
        while pools and pools[-1][0] > mean:
            other, others = pools.pop()
            mean = (mean * count + other * others) / (count + others)
            count += others
        pools.append((mean, count))
    bases = (mean for mean, count in pools for _ in range(count))
    return [base + offset for base, offset in zip(bases, offsets, strict=True)]
