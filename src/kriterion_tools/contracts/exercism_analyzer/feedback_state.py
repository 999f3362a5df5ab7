"""What the comments on a solution ask of its student before the exercise is completed.

Comments never lock anybody out: a soft block advises to go back, and can be passed. What counts as
solved follows from it in assessment/soft_block.py.
Source: exercism/website 16bb79f, the status of an iteration's automated feedback and what the
student is told on completing; exercism/docs 19e037f, building/tooling/analyzers/interface.md.
"""

from collections.abc import Iterable
from enum import StrEnum, unique

from kriterion_tools.contracts.exercism_analyzer.analysis import CommentType


@unique
class FeedbackState(StrEnum):
    """The kind of comment that says most about a submission, the most telling first."""

    ESSENTIAL = "essential"
    ACTIONABLE = "actionable"
    CELEBRATORY = "celebratory"
    NON_ACTIONABLE = "non_actionable"
    NONE = "none"


@unique
class ExerciseKind(StrEnum):
    """Concept exercises teach one thing, practice exercises are for getting good at it."""

    CONCEPT = "concept"
    PRACTICE = "practice"


@unique
class Advice(StrEnum):
    """What the student is advised to do next."""

    ADDRESS = "address"  # the soft block: address the essential comments first
    CONSIDER = "consider"  # better address the actionable comments, yet it is up to the student
    GO_ON = "go on"


_STATE_OF = {
    CommentType.ESSENTIAL: FeedbackState.ESSENTIAL,
    CommentType.ACTIONABLE: FeedbackState.ACTIONABLE,
    CommentType.CELEBRATORY: FeedbackState.CELEBRATORY,
    CommentType.INFORMATIVE: FeedbackState.NON_ACTIONABLE,
}


def feedback_state(types: Iterable[CommentType]) -> FeedbackState:
    """The state that comments of these types make, a mentor's among them."""
    found = {_STATE_OF[type_] for type_ in types}
    return next((state for state in FeedbackState if state in found), FeedbackState.NONE)


def advice(state: FeedbackState, kind: ExerciseKind) -> Advice:
    """What the student is told before completing an exercise of that kind."""
    if state is FeedbackState.ESSENTIAL:
        return Advice.ADDRESS
    if state is FeedbackState.ACTIONABLE and kind is ExerciseKind.PRACTICE:
        return Advice.CONSIDER
    return Advice.GO_ON
