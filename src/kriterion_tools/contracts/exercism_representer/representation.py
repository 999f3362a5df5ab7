"""A representation: a solution in normal form, and the digest that identifies it.

Source: exercism/docs 19e037f, building/tooling/representers/interface.md.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

DEFAULT_VERSION = 1  # if the representer writes none


@dataclass(frozen=True, kw_only=True, slots=True)
class Representation:
    """One solution without its irrelevant details.

    `text` is normalised source or a tree. `mapping` is the mapping as written: from each
    placeholder in the text to the student's own name. `version` is the version of the
    normalisation. `by_scope` says that variables of one name may have several placeholders, which
    the contract does not provide for.
    """

    text: str
    mapping: Mapping[str, str] = field(default_factory=dict)
    version: int = DEFAULT_VERSION
    by_scope: bool = False

    @property
    def digest(self) -> str:
        """SHA-1 of the text, in hexadecimal; equivalent solutions have the same digest.

        It covers neither the mapping nor the version. Source: exercism/website 16bb79f, the digest
        of a submission's representation.
        """
        # The contract prescribes this hash; it protects no secrets.
        return hashlib.sha1(encode_text(self.text), usedforsecurity=False).hexdigest()


def encode_text(text: str) -> bytes:
    """Encode the text for a file; a lone surrogate, which UTF-8 cannot encode, becomes "?"."""
    return text.encode("utf-8", "replace")
