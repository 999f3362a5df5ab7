"""Tests are what the head of a page counts, contexts what that of a tab does."""

from kriterion.feedback.pass_counts import Tally, count_contexts, count_tests
from kriterion_tools.contracts.dodona_judge.output_records import Context, Tab, Testcase


def test_testcases_are_counted_per_tab_and_in_total() -> None:
    first = Tab(groups=(_make_context(True, True), _make_context(True, False)))
    second = Tab(groups=(_make_context(False),))
    assert count_tests([first]) == Tally(3, 4)
    assert count_tests([first, second]) == Tally(3, 5)
    assert count_contexts(first) == Tally(1, 2)


def test_a_context_that_fails_by_itself_counts_too() -> None:
    empty = Context(accepted=False)
    refused = Context(accepted=False, groups=_make_context(True).groups)
    assert count_tests([Tab(groups=(empty,))]) == Tally(0, 1)
    assert count_tests([Tab(groups=(refused,))]) == Tally(1, 2)
    assert count_tests([Tab(groups=(Context(accepted=True),))]) == Tally(1, 1)


def _make_context(*verdicts: bool) -> Context:
    return Context(
        accepted=all(verdicts), groups=tuple(Testcase(accepted=verdict) for verdict in verdicts)
    )
