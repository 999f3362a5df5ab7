"""A representation: what a representer makes of one solution, and how it is told from others.

Source: exercism/docs 19e037f, building/tooling/representers/interface.md.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_VERSION = 1  # of a representer that says nothing of it


@dataclass(frozen=True, kw_only=True, slots=True)
class Representation:
    """One solution without what does not matter in it.

    `text` is normalised source or a tree. `mapping` is what was written: from each placeholder in
    the text to the student's own name. `version` is that of the normalisation.
    """

    text: str
    mapping: Mapping[str, str] = field(default_factory=dict)
    version: int = DEFAULT_VERSION

    @property
    def digest(self) -> str:
        """SHA-1 of the text as it is, in hexadecimal: alike solutions have the same.

        The mapping and the version are no part of it.
        Source: exercism/website 16bb79f, the digest of a submission's representation.
        """
        # The contract's own choice of hash; nobody's secrets depend on it.
        return hashlib.sha1(encoded(self.text), usedforsecurity=False).hexdigest()


def encoded(text: str) -> bytes:
    """The text as it is written into a file; half a surrogate pair, which UTF-8 lacks, as "?"."""
    return text.encode("utf-8", "replace")
