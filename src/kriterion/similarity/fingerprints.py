"""Fingerprints of a token sequence, by winnowing.

Every run of GRAM tokens is hashed; of every WINDOW consecutive hashes, the smallest is kept. So two
sequences that share GRAM + WINDOW - 1 tokens share a fingerprint.
"""

from hashlib import blake2b
from typing import Final, NamedTuple

from kriterion.similarity.token_sequence import CODE_BYTES, TokenSequence

GRAM: Final = 16
WINDOW: Final = 6
_HASH_BYTES: Final = 8


class Fingerprint(NamedTuple):
    """A hash that was kept, and the number of the token where its run begins."""

    hash: int
    position: int


def hash_grams(tokens: TokenSequence) -> list[int]:
    """Return the hash of every run; the same on every machine and in every process.

    A sequence that is shorter than a run is one run; an empty one has none.
    """
    codes, length = tokens.codes, GRAM * CODE_BYTES
    last = max(len(codes) - length, 0)
    return [
        int.from_bytes(blake2b(codes[at : at + length], digest_size=_HASH_BYTES).digest(), "little")
        for at in range(0, last + 1 if codes else 0, CODE_BYTES)
    ]


def find_fingerprints(tokens: TokenSequence) -> list[Fingerprint]:
    """Return the fingerprints of a sequence, in order."""
    hashes = hash_grams(tokens)
    return [Fingerprint(hashes[position], position) for position in _winnow(hashes)]


def _winnow(hashes: list[int]) -> list[int]:
    """Return the positions that are kept: the rightmost smallest hash of each window."""
    if not hashes:
        return []
    window = min(WINDOW, len(hashes))
    kept: list[int] = []
    last = -1
    for start in range(len(hashes) - window + 1):
        newest = start + window - 1
        if last >= start:
            if hashes[newest] > hashes[last]:
                continue
            last = newest
        else:
            part = hashes[start : start + window]
            last = newest - part[::-1].index(min(part))
        kept.append(last)
    return kept
