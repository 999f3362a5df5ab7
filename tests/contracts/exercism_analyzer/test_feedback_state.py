"""What comments ask of the student before an exercise is completed."""

import pytest

from kriterion_tools.contracts.exercism_analyzer.analysis import (
    Comment,
    CommentType,
    sort_by_urgency,
)
from kriterion_tools.contracts.exercism_analyzer.feedback_state import (
    Advice,
    ExerciseKind,
    FeedbackState,
    choose_advice,
    find_feedback_state,
)

ESSENTIAL, ACTIONABLE, INFORMATIVE, CELEBRATORY = CommentType


@pytest.mark.parametrize(
    ("types", "state"),
    [
        ([], FeedbackState.NONE),
        ([INFORMATIVE], FeedbackState.NON_ACTIONABLE),
        ([INFORMATIVE, CELEBRATORY], FeedbackState.CELEBRATORY),
        ([CELEBRATORY, ACTIONABLE], FeedbackState.ACTIONABLE),
        ([INFORMATIVE, ACTIONABLE, ESSENTIAL], FeedbackState.ESSENTIAL),
    ],
)
def test_the_most_severe_comment_determines_the_state(
    types: list[CommentType], state: FeedbackState
) -> None:
    assert find_feedback_state(types) is state


@pytest.mark.parametrize(
    ("state", "concept", "practice"),
    [
        (FeedbackState.ESSENTIAL, Advice.ADDRESS, Advice.ADDRESS),
        (FeedbackState.ACTIONABLE, Advice.GO_ON, Advice.CONSIDER),
        (FeedbackState.NON_ACTIONABLE, Advice.GO_ON, Advice.GO_ON),
        (FeedbackState.CELEBRATORY, Advice.GO_ON, Advice.GO_ON),
        (FeedbackState.NONE, Advice.GO_ON, Advice.GO_ON),
    ],
)
def test_only_essential_comments_block_softly(
    state: FeedbackState, concept: Advice, practice: Advice
) -> None:
    assert choose_advice(state, ExerciseKind.CONCEPT) is concept
    assert choose_advice(state, ExerciseKind.PRACTICE) is practice


def test_comments_are_ordered_by_severity_then_as_written() -> None:
    written = [
        Comment(pointer="a"),
        Comment(pointer="b", type=CELEBRATORY),
        Comment(pointer="c", type=ESSENTIAL),
        Comment(pointer="d"),
        Comment(pointer="e", type=ACTIONABLE),
        Comment(pointer="f", type=ESSENTIAL),
    ]
    assert "".join(comment.pointer for comment in sort_by_urgency(written)) == "cfeadb"
