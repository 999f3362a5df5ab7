"""Where two sequences are the same: two texts by their lines, two lines by their characters."""

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Indel

# rapidfuzz keeps a bit for every pair.
MAXIMUM_PAIRS = 16_000_000

Stretch = tuple[bool, range, range]
"""Whether it is the same on both sides, and where it is on the one and on the other."""


def stretches(left: Sequence[str], right: Sequence[str]) -> Iterator[Stretch]:
    """What is the same and what is not, in turn, by the longest common subsequence.

    When that would take too long, only what is the same at the beginning and at the end counts.
    """
    beyond = len(left) * len(right) > MAXIMUM_PAIRS
    i = j = 0
    for same_left, same_right, length in (_ends if beyond else _common)(left, right):
        if same_left > i or same_right > j:
            yield False, range(i, same_left), range(j, same_right)
        i, j = same_left + length, same_right + length
        if length:
            yield True, range(same_left, i), range(same_right, j)


def _common(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Where the two are equal, (left, right, length), and an empty stretch at the end."""
    for operation in Indel.opcodes(left, right):
        if operation.tag == "equal":
            length = operation.src_end - operation.src_start
            yield operation.src_start, operation.dest_start, length
    yield len(left), len(right), 0


def _ends(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """The same, for the beginning and the end only."""
    shorter = min(len(left), len(right))
    start = next((k for k in range(shorter) if left[k] != right[k]), shorter)
    rest = shorter - start
    end = next((k for k in range(rest) if left[-1 - k] != right[-1 - k]), rest)
    yield 0, 0, start
    yield len(left) - end, len(right) - end, end
