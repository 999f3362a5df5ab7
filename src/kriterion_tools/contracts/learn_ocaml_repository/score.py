"""What a report's points are worth: earned, possible, and the part of it in percent.

learn-ocaml measures what the reference solution gets and knows no other maximum; its old page, and
authors, declare one. Here the declared maximum caps as that page says, and is what is possible as
long as the reference solution reaches it.
Source: ocaml-sf/learn-ocaml's page on exercises (max_score.txt); rules L40 to L43 of
docs/contracts/learn-ocaml-repository.md.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Points and what they are measured against.

    `measured` is what the reference solution gets, `declared` what the author says; None where that
    is not known. `possible` is None when neither is. `percentage` is None when nothing is graded.
    """

    earned: int
    possible: int | None
    percentage: int | None
    measured: int | None
    declared: int | None

    @property
    def unreachable(self) -> bool:
        """Whether the author declares more points than the reference solution gets."""
        return is_unreachable(measured=self.measured, declared=self.declared)


def score(points: int, *, measured: int | None, declared: int | None) -> Score:
    """Return the score; points are capped by the declared maximum and never negative."""
    earned = max(points if declared is None else min(points, declared), 0)
    possible = possible_points(measured=measured, declared=declared)
    return Score(
        earned=earned,
        possible=possible,
        percentage=min(earned * 100 // possible, 100) if possible else None,
        measured=measured,
        declared=declared,
    )


def possible_points(*, measured: int | None, declared: int | None) -> int | None:
    """All there is to earn: what is declared, unless the reference solution gets less."""
    if declared is None or is_unreachable(measured=measured, declared=declared):
        return measured
    return declared


def is_unreachable(*, measured: int | None, declared: int | None) -> bool:
    """Whether a declared maximum is more than the reference solution gets."""
    return measured is not None and declared is not None and measured < declared
