"""How many of something were right."""

from typing import NamedTuple

from kriterion.contracts.dodona_judge.output import FullOutput, Tab


class Tally(NamedTuple):
    """So many of so many."""

    correct: int
    total: int


def testcases(output: FullOutput) -> Tally:
    """The testcases of all tabs."""
    verdicts = [
        testcase.accepted
        for tab in output.groups
        for context in tab.groups
        for testcase in context.groups
    ]
    return Tally(sum(verdicts), len(verdicts))


def contexts(tab: Tab) -> Tally:
    """The contexts of a tab."""
    return Tally(sum(context.accepted for context in tab.groups), len(tab.groups))
