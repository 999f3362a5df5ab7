"""Counts correct tests and contexts."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab


class Tally(NamedTuple):
    """How many are correct, and how many there are."""

    correct: int
    total: int


def count_tests(tabs: Iterable[Tab]) -> Tally:
    """Count testcases.

    A context counts as one more if it has none, or if it is wrong although they are all right.
    """
    verdicts = [
        verdict
        for tab in tabs
        for context in tab.groups
        for verdict in _list_test_verdicts(context)
    ]
    return Tally(sum(verdicts), len(verdicts))


def count_contexts(tab: Tab) -> Tally:
    """Count the contexts of a tab."""
    return Tally(sum(context.accepted for context in tab.groups), len(tab.groups))


def _list_test_verdicts(context: Context) -> Iterator[bool]:
    verdicts = [testcase.accepted for testcase in context.groups]
    yield from verdicts
    if not verdicts or (all(verdicts) and not context.accepted):
        yield context.accepted
