"""Why a solution has no representation: a result for people to read, not an error."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """No representation, and the reason."""

    reason: str
