"""The fragments that two solutions share, longest first."""

from collections import defaultdict
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from kriterion.similarity.fingerprints import GRAM, Fingerprint, find_fingerprints, hash_grams
from kriterion.similarity.token_sequence import TokenSequence

MAX_FRAGMENTS: Final = 100
_MAX_PLACES: Final = 20  # of one fingerprint in a solution; with more, it identifies no place


class SharedFragment(NamedTuple):
    """A run of equal tokens: where it begins in both sequences, and its length in tokens."""

    left: int
    right: int
    length: int


class PreparedTokens(NamedTuple):
    """A sequence prepared for comparisons.

    `given` marks the tokens that belong to code which every student was given.
    """

    codes: memoryview
    fingerprints: list[Fingerprint]
    given: bytearray


def prepare_tokens(tokens: TokenSequence, template: AbstractSet[int]) -> PreparedTokens:
    """Prepare a sequence; `template` has the hashes of all runs of the given code."""
    given = bytearray(len(tokens))
    if template:
        for position, run in enumerate(hash_grams(tokens)):
            if run in template:
                end = min(position + GRAM, len(given))
                given[position:end] = b"\1" * (end - position)
    codes = memoryview(tokens.codes).cast("I") if tokens.codes else memoryview(b"")
    return PreparedTokens(codes, find_fingerprints(tokens), given)


def find_fragments(
    left: PreparedTokens, right: PreparedTokens, ignored: Collection[int] = frozenset()
) -> list[SharedFragment]:
    """Return fragments that do not overlap, longest first, at most MAX_FRAGMENTS.

    Each contains a fingerprint that is not ignored, and no given code.
    """
    places: defaultdict[int, list[int]] = defaultdict(list)
    for fingerprint in right.fingerprints:
        places[fingerprint.hash].append(fingerprint.position)
    runs: set[SharedFragment] = set()
    ends: dict[int, int] = {}  # by diagonal: where the last run ends
    for fingerprint in left.fingerprints:
        if fingerprint.hash in ignored or left.given[fingerprint.position]:
            continue
        for place in places.get(fingerprint.hash, ())[:_MAX_PLACES]:
            diagonal = place - fingerprint.position
            if ends.get(diagonal, -1) > fingerprint.position:
                continue
            run = _extend(left, right, fingerprint.position, place)
            ends[diagonal] = run.left + run.length
            if run.length:
                runs.add(run)
    return _choose_fragments(runs, left, right)


def _extend(left: PreparedTokens, right: PreparedTokens, at: int, place: int) -> SharedFragment:
    """Return the longest run of equal tokens around a pair of positions."""
    ours, theirs = left.codes, right.codes
    begin = 0
    while (
        begin < at
        and begin < place
        and ours[at - begin - 1] == theirs[place - begin - 1]
        and not left.given[at - begin - 1]
        and not right.given[place - begin - 1]
    ):
        begin += 1
    end, longest = 0, min(len(ours) - at, len(theirs) - place)
    while (
        end < longest
        and ours[at + end] == theirs[place + end]
        and not left.given[at + end]
        and not right.given[place + end]
    ):
        end += 1
    return SharedFragment(at - begin, place - begin, begin + end if end else 0)


def _choose_fragments(
    runs: Collection[SharedFragment], left: PreparedTokens, right: PreparedTokens
) -> list[SharedFragment]:
    """Choose runs greedily, longest first; what overlaps a longer one is shortened."""
    taken_left, taken_right = bytearray(len(left.codes)), bytearray(len(right.codes))
    shortest = min(GRAM, len(left.codes), len(right.codes))
    chosen: list[SharedFragment] = []
    for run in sorted(runs, key=lambda run: (-run.length, run.left, run.right)):
        begin, end = 0, run.length
        while begin < end and (taken_left[run.left + begin] or taken_right[run.right + begin]):
            begin += 1
        while end > begin and (taken_left[run.left + end - 1] or taken_right[run.right + end - 1]):
            end -= 1
        fragment = SharedFragment(run.left + begin, run.right + begin, end - begin)
        if fragment.length < shortest or not fragment.length:
            continue
        ours = slice(fragment.left, fragment.left + fragment.length)
        theirs = slice(fragment.right, fragment.right + fragment.length)
        if any(taken_left[ours]) or any(taken_right[theirs]):
            continue
        taken_left[ours] = taken_right[theirs] = b"\1" * fragment.length
        chosen.append(fragment)
    chosen.sort(key=lambda fragment: (-fragment.length, fragment.left, fragment.right))
    return chosen[:MAX_FRAGMENTS]
