"""Align two sequences: texts by lines, or lines by characters."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import zip_longest

from rapidfuzz.distance import Indel

# rapidfuzz keeps a bit for each pair.
MAXIMUM_PAIRS = 16_000_000
# The limit of pairs of changed elements that are compared for similarity.
_MAXIMUM_ALIKE_PAIRS = 400

# An equal stretch longer than this is folded, except for its ends.
FOLDED_FROM = 100
UNFOLDED = 10

Stretch = tuple[bool, range, range]
"""Whether it is the same on both sides, and where it is on the one and on the other."""

Pair = tuple[int | None, int | None]
"""What stands beside each other; None where the side has nothing."""


def stretches(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[Stretch]:
    """Yield equal and changed stretches alternately, by the longest common subsequence.

    If that would take too long, only the common beginning and end count as equal.
    """
    beyond = len(left) * len(right) > MAXIMUM_PAIRS
    i = j = 0
    for same_left, same_right, length in (_ends if beyond else _common)(left, right):
        if same_left > i or same_right > j:
            yield False, range(i, same_left), range(j, same_right)
        i, j = same_left + length, same_right + length
        if length:
            yield True, range(same_left, i), range(same_right, j)


def pairs(left: range, right: range, likeness: Callable[[int, int], float]) -> Iterator[Pair]:
    """Pair changed elements: similar ones first, the others between them in order."""
    i, j = left.start, right.start
    end = (left.stop, right.stop)
    for alike in [*_alike(left, right, likeness), end]:
        yield from zip_longest(range(i, alike[0]), range(j, alike[1]))
        if alike != end:
            yield alike
        i, j = alike[0] + 1, alike[1] + 1


def unfolded(stretch: range) -> tuple[range, int, range]:
    """Split a stretch of equal elements: shown beginning, number of folded ones, shown end."""
    if len(stretch) <= FOLDED_FROM:
        return stretch, 0, range(0)
    return stretch[:UNFOLDED], len(stretch) - 2 * UNFOLDED, stretch[-UNFOLDED:]


def _common(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[tuple[int, int, int]]:
    """Yield equal stretches as (left, right, length), and an empty one at the end."""
    for operation in Indel.opcodes(left, right):
        if operation.tag == "equal":
            length = operation.src_end - operation.src_start
            yield operation.src_start, operation.dest_start, length
    yield len(left), len(right), 0


def _ends(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[tuple[int, int, int]]:
    """Do the same with the common beginning and end only."""
    shorter = min(len(left), len(right))
    start = next((k for k in range(shorter) if left[k] != right[k]), shorter)
    rest = shorter - start
    end = next((k for k in range(rest) if left[-1 - k] != right[-1 - k]), rest)
    yield 0, 0, start
    yield len(left) - end, len(right) - end, end


def _alike(
    left: range, right: range, likeness: Callable[[int, int], float]
) -> list[tuple[int, int]]:
    """Return the pairs, in order, with the greatest total similarity."""
    if not left or not right:
        return []
    if len(left) == len(right) or len(left) * len(right) > _MAXIMUM_ALIKE_PAIRS:
        return []
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    nothing: tuple[float, list[tuple[int, int]]] = (0.0, [])
    for i in reversed(left):
        for j in reversed(right):
            rest = best.get((i + 1, j + 1), nothing)
            alike = likeness(i, j)
            best[i, j] = max(
                (rest[0] + alike, [(i, j), *rest[1]]) if alike else rest,
                best.get((i + 1, j), nothing),
                best.get((i, j + 1), nothing),
                key=lambda found: found[0],
            )
    return best[left.start, right.start][1]
