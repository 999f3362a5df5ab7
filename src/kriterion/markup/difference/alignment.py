"""Aligns two sequences: texts by lines, or lines by characters."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import zip_longest

from rapidfuzz.distance import Indel

# rapidfuzz needs one bit of memory for each pair of elements.
MAXIMUM_PAIRS = 16_000_000
# Limits how many pairs of changed elements are compared for similarity.
_MAXIMUM_SIMILARITY_PAIRS = 400

# Of an equal stretch longer than FOLDED_FROM, only the first and last UNFOLDED elements are shown.
FOLDED_FROM = 100
UNFOLDED = 10

Stretch = tuple[bool, range, range]
"""Whether both sides are equal, the range on the left, and the range on the right."""

Pair = tuple[int | None, int | None]
"""The indices of two elements to show beside each other; None if a side has no such element."""


def find_stretches(left: Sequence[Hashable], right: Sequence[Hashable]) -> Iterator[Stretch]:
    """Yield alternating equal and changed stretches, from the longest common subsequence.

    If computing that would take too long, only the common beginning and end count as equal.
    """
    is_too_large = len(left) * len(right) > MAXIMUM_PAIRS
    find_equal = _find_common_ends if is_too_large else _find_common
    i = j = 0
    for same_left, same_right, length in find_equal(left, right):
        if same_left > i or same_right > j:
            yield False, range(i, same_left), range(j, same_right)
        i, j = same_left + length, same_right + length
        if length:
            yield True, range(same_left, i), range(same_right, j)


def pair_changed(
    left: range, right: range, similarity: Callable[[int, int], float]
) -> Iterator[Pair]:
    """Pair the elements of a changed stretch: similar ones first, then the others in order."""
    i, j = left.start, right.start
    end = (left.stop, right.stop)
    for match in [*_match_similar(left, right, similarity), end]:
        yield from zip_longest(range(i, match[0]), range(j, match[1]))
        if match != end:
            yield match
        i, j = match[0] + 1, match[1] + 1


def fold_stretch(stretch: range) -> tuple[range, int, range]:
    """Split an equal stretch: the beginning, the number of folded elements, and the end."""
    if len(stretch) <= FOLDED_FROM:
        return stretch, 0, range(0)
    return stretch[:UNFOLDED], len(stretch) - 2 * UNFOLDED, stretch[-UNFOLDED:]


def _find_common(
    left: Sequence[Hashable], right: Sequence[Hashable]
) -> Iterator[tuple[int, int, int]]:
    """Yield equal stretches as (left, right, length), the last of which is empty."""
    for operation in Indel.opcodes(left, right):
        if operation.tag == "equal":
            length = operation.src_end - operation.src_start
            yield operation.src_start, operation.dest_start, length
    yield len(left), len(right), 0


def _find_common_ends(
    left: Sequence[Hashable], right: Sequence[Hashable]
) -> Iterator[tuple[int, int, int]]:
    """Yield the common beginning and the common end as (left, right, length)."""
    shorter = min(len(left), len(right))
    start = next((k for k in range(shorter) if left[k] != right[k]), shorter)
    rest = shorter - start
    end = next((k for k in range(rest) if left[-1 - k] != right[-1 - k]), rest)
    yield 0, 0, start
    yield len(left) - end, len(right) - end, end


def _match_similar(
    left: range, right: range, similarity: Callable[[int, int], float]
) -> list[tuple[int, int]]:
    """Return, in order, the pairs with the greatest total similarity.

    Return none if both sides are equally long (elements then pair up in order), or if comparing
    would take too long.
    """
    if not left or not right:
        return []
    if len(left) == len(right) or len(left) * len(right) > _MAXIMUM_SIMILARITY_PAIRS:
        return []
    # best[i, j] is the total similarity, and the pairs, of what begins at i and at j.
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    nothing: tuple[float, list[tuple[int, int]]] = (0.0, [])
    for i in reversed(left):
        for j in reversed(right):
            total, pairs = best.get((i + 1, j + 1), nothing)
            likeness = similarity(i, j)
            best[i, j] = max(
                (total + likeness, [(i, j), *pairs]) if likeness else (total, pairs),
                best.get((i + 1, j), nothing),
                best.get((i, j + 1), nothing),
                key=lambda candidate: candidate[0],
            )
    return best[left.start, right.start][1]
