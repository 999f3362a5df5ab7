"""The tokens of a solution, and how they are stored."""

import sys
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import accumulate, pairwise
from typing import Final, Self

# Change it whenever the same source gives other tokens or fingerprints.
TOKENS_VERSION: Final = 1
MAX_TOKENS: Final = 50_000  # of a solution; the rest is not compared
CODE_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class TokenSequence:
    """Tokens as four bytes each, and the line of each token.

    Lines count from 0 through all files of a solution, main file first. `is_cut`: there were more
    than MAX_TOKENS.
    """

    codes: bytes
    lines: "array[int]"
    is_cut: bool = False

    @classmethod
    def from_tokens(cls, tokens: Iterable[tuple[str, int]]) -> Self:
        """Build the sequence from the kinds of tokens and their lines."""
        codes, lines = bytearray(), array("I")
        for kind, line in tokens:
            if len(lines) == MAX_TOKENS:
                return cls(bytes(codes), lines, is_cut=True)
            codes += _encode_kind(kind)
            lines.append(line)
        return cls(bytes(codes), lines)

    def __len__(self) -> int:
        return len(self.lines)


def pack_tokens(tokens: TokenSequence) -> bytes:
    """Encode a sequence for storage; 200 tokens take some 250 bytes."""
    steps = array("I", (after - before for before, after in pairwise((0, *tokens.lines))))
    if sys.byteorder == "big":
        steps.byteswap()
    return zlib.compress(bytes((tokens.is_cut,)) + tokens.codes + steps.tobytes(), 6)


def unpack_tokens(document: bytes | memoryview) -> TokenSequence:
    """Decode what `pack_tokens` returned."""
    content = zlib.decompress(document)
    half = 1 + (len(content) - 1) // 2
    steps = array("I", content[half:])
    if sys.byteorder == "big":
        steps.byteswap()
    return TokenSequence(content[1:half], array("I", accumulate(steps)), is_cut=bool(content[0]))


def split_lines(text: str) -> list[str]:
    """Return the lines of a file by which tokens are numbered."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@lru_cache(maxsize=10_000)
def _encode_kind(kind: str) -> bytes:
    return blake2b(kind.encode("utf-8", "replace"), digest_size=CODE_BYTES).digest()
