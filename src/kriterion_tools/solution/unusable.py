"""A solution that a tool cannot use: a result with a reason, not an exception."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnusableSolution:
    reason: str
