"""Compute a score from points: what is earned, what is possible, and the percentage.

learn-ocaml uses the points of the reference solution as the maximum. Authors may also declare one,
as its old page says. Here, a declared maximum limits the earned points, and it is the possible
maximum if the reference solution reaches it.
Source: ocaml-sf/learn-ocaml's page on exercises (max_score.txt); rules L40 to L43 of
docs/contracts/learn-ocaml-repository.md.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Points and what they are measured against.

    `measured` is what the reference solution earns, `declared` the author's maximum; both may be
    unknown (None), and then `possible` is None. `percentage` is None if no points are possible.
    """

    earned: int
    possible: int | None
    percentage: int | None
    measured: int | None
    declared: int | None

    @property
    def is_unreachable(self) -> bool:
        """Whether the author declares more points than the reference solution earns."""
        return is_unreachable(measured=self.measured, declared=self.declared)


def compute_score(points: int, *, measured: int | None, declared: int | None) -> Score:
    """Return the score; points are capped by the declared maximum and never negative."""
    earned = max(points if declared is None else min(points, declared), 0)
    possible = compute_possible_points(measured=measured, declared=declared)
    return Score(
        earned=earned,
        possible=possible,
        percentage=min(earned * 100 // possible, 100) if possible else None,
        measured=measured,
        declared=declared,
    )


def compute_possible_points(*, measured: int | None, declared: int | None) -> int | None:
    """Return the maximum: the declared one, unless the reference solution earns less."""
    if declared is None or is_unreachable(measured=measured, declared=declared):
        return measured
    return declared


def is_unreachable(*, measured: int | None, declared: int | None) -> bool:
    """Whether the declared maximum is more than the reference solution earns."""
    return measured is not None and declared is not None and measured < declared
