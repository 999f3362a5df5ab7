"""A solution that a tool cannot use: a result for people to read, not an error."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnusableSolution:
    reason: str
