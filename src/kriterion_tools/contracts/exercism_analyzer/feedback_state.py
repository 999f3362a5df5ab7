"""What the comments on a solution advise the student to do before completing the exercise.

Comments never prevent completion: a soft block only advises the student to improve the solution.
assessment/soft_block.py decides what counts as solved. Source: exercism/website 16bb79f, the status
of an iteration's automated feedback and the dialog on completing; exercism/docs 19e037f,
building/tooling/analyzers/interface.md.
"""

from collections.abc import Iterable
from enum import StrEnum, unique

from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType


@unique
class FeedbackState(StrEnum):
    """The most significant kind of comment on a submission, most significant first."""

    ESSENTIAL = "essential"
    ACTIONABLE = "actionable"
    CELEBRATORY = "celebratory"
    NON_ACTIONABLE = "non_actionable"
    NONE = "none"


@unique
class ExerciseKind(StrEnum):
    """Concept exercises teach one concept; practice exercises train several."""

    CONCEPT = "concept"
    PRACTICE = "practice"


@unique
class Advice(StrEnum):
    """What the student is advised to do next."""

    ADDRESS = "address"  # the soft block: address the essential comments first
    CONSIDER = "consider"  # addressing the actionable comments is better, but optional
    GO_ON = "go on"


_STATE_OF = {
    CommentType.ESSENTIAL: FeedbackState.ESSENTIAL,
    CommentType.ACTIONABLE: FeedbackState.ACTIONABLE,
    CommentType.CELEBRATORY: FeedbackState.CELEBRATORY,
    CommentType.INFORMATIVE: FeedbackState.NON_ACTIONABLE,
}


def find_feedback_state(types: Iterable[CommentType]) -> FeedbackState:
    """Return the state that comments of these types lead to."""
    states = {_STATE_OF[type_] for type_ in types}
    return next((state for state in FeedbackState if state in states), FeedbackState.NONE)


def choose_advice(state: FeedbackState, kind: ExerciseKind) -> Advice:
    """Return the advice shown to the student on completing an exercise of that kind."""
    if state is FeedbackState.ESSENTIAL:
        return Advice.ADDRESS
    if state is FeedbackState.ACTIONABLE and kind is ExerciseKind.PRACTICE:
        return Advice.CONSIDER
    return Advice.GO_ON
