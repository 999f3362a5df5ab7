"""When a student sees which part of the feedback: the policy, without a database."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from kriterion.feedback.withholding import Withholding
from kriterion.web.courses.feedback_policy import (
    FeedbackPolicy,
    FeedbackTime,
    ShownFeedback,
    find_shown_feedback,
)
from kriterion.web.courses.series_terms import ExtraTime, SeriesTerms, extend_terms
from kriterion_tools.contracts.dodona_judge.output_records import Tab

NOW, LATER, NEVER = FeedbackTime
DEADLINE = datetime(2026, 6, 10, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
STRICT = SeriesTerms(deadline=DEADLINE, closes_at=DEADLINE)
GRACE = SeriesTerms(deadline=DEADLINE, closes_at=DEADLINE + HOUR)
WINDOW = SeriesTerms(deadline=DEADLINE, hides_at=DEADLINE + HOUR)
ENDLESS = SeriesTerms(deadline=DEADLINE)
EXTENDED = extend_terms(STRICT, ExtraTime(minutes=60))
TICK = timedelta(microseconds=1)
HIDDEN = "Hidden tests"


def make_policy(default: FeedbackTime, **tabs: FeedbackTime) -> FeedbackPolicy:
    return FeedbackPolicy(
        default=default, tabs={title.replace("_", " "): time for title, time in tabs.items()}
    )


# The policy, the terms, the time since the deadline; what shows: verdict, "Tests", "Hidden tests";
# and when more appears: hours after the deadline, None if never, "?" if nobody knows.
CASES: list[tuple[FeedbackPolicy, SeriesTerms, timedelta, str, object]] = [
    (make_policy(NOW), ENDLESS, -HOUR, "vth", None),
    (make_policy(NOW), STRICT, HOUR, "vth", None),
    (make_policy(LATER), STRICT, -HOUR, "", 0),
    (make_policy(LATER), STRICT, 0 * HOUR, "", 0),  # it is still accepted
    (make_policy(LATER), STRICT, TICK, "vth", None),
    (make_policy(LATER), GRACE, TICK, "", 1),  # late submissions are accepted
    (make_policy(LATER), GRACE, HOUR, "", 1),
    (make_policy(LATER), GRACE, HOUR + TICK, "vth", None),
    (make_policy(LATER), EXTENDED, TICK, "", 1),
    (make_policy(LATER), EXTENDED, HOUR + TICK, "vth", None),
    (make_policy(LATER), WINDOW, HOUR, "", 1),
    (make_policy(LATER), WINDOW, HOUR + TICK, "vth", None),
    (make_policy(LATER), ENDLESS, 1000 * HOUR, "", "?"),
    (make_policy(LATER), SeriesTerms(), 1000 * HOUR, "", "?"),
    (make_policy(NEVER), STRICT, -HOUR, "", None),
    (make_policy(NEVER), STRICT, 1000 * HOUR, "", None),
    (make_policy(NOW, Hidden_tests=LATER), STRICT, -HOUR, "t", 0),
    (make_policy(NOW, Hidden_tests=LATER), STRICT, TICK, "vth", None),
    (make_policy(NOW, Hidden_tests=LATER), GRACE, TICK, "t", 1),
    (make_policy(NOW, Hidden_tests=NEVER), STRICT, -HOUR, "vt", None),
    (make_policy(NOW, Hidden_tests=NEVER), STRICT, HOUR, "vt", None),
    (make_policy(LATER, Tests=NOW), STRICT, -HOUR, "t", 0),
    (make_policy(LATER, Tests=NOW), STRICT, TICK, "vth", None),
    (make_policy(LATER, Hidden_tests=NEVER), STRICT, -HOUR, "", 0),
    (make_policy(LATER, Hidden_tests=NEVER), STRICT, TICK, "vt", None),
    (make_policy(NEVER, Tests=NOW), STRICT, HOUR, "t", None),
    (make_policy(NEVER, Tests=LATER), STRICT, -HOUR, "", 0),
    (make_policy(NEVER, Tests=LATER), STRICT, TICK, "t", None),
    (make_policy(NOW, tESTS=NEVER, HIDDEN_tests=LATER), STRICT, -HOUR, "", 0),
    (make_policy(NOW, tESTS=NEVER, HIDDEN_tests=LATER), STRICT, TICK, "vh", None),
]


@pytest.mark.parametrize(("rule", "terms", "after", "visible", "appears"), CASES)
def test_the_policy_decides_what_is_shown(
    rule: FeedbackPolicy, terms: SeriesTerms, after: timedelta, visible: str, appears: object
) -> None:
    feedback = find_shown_feedback(rule, terms, DEADLINE + after)
    parts = {
        "v": feedback.has_verdict,
        "t": not feedback.withholding.hides_tab(Tab(description="Tests")),
        "h": not feedback.withholding.hides_tab(Tab(description=" hidden\t Tests")),
    }
    assert "".join(name for name, is_shown in parts.items() if is_shown) == visible
    assert feedback.appears_later == (appears is not None)
    at: Any = None if appears in (None, "?") else DEADLINE + appears * HOUR  # type: ignore[operator]
    assert feedback.appears_at == at


def test_all_is_shown_by_default() -> None:
    feedback = find_shown_feedback(FeedbackPolicy(), SeriesTerms(), DEADLINE)
    assert feedback.shows_everything
    assert feedback == ShownFeedback()
    assert not Withholding().hides_tab(Tab())


@pytest.mark.parametrize(
    ("entered", "title"),
    [
        ("Hidden tests", "hidden\n TESTS"),
        ("Th\u00e9orie", "The\u0301orie"),
        ("o\ufb03ce", "Office"),
        ("x" * 200, "X" * 200),
        ("X" * 119 + "\u2026", "x" * 200),  # as the page shows it
        ("\u27e8U+202E\u27e9a", "\u202ea"),  # likewise
    ],
)
def test_a_tab_is_known_by_what_people_see_of_its_title(entered: str, title: str) -> None:
    rule = FeedbackPolicy(tabs={entered: NEVER})
    feedback = find_shown_feedback(rule, STRICT, DEADLINE)
    assert feedback.withholding.hides_tab(Tab(description=title))
    assert not feedback.withholding.hides_tab(Tab(description=f"2 {title}"))
