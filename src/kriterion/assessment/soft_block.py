"""What comments demand of a student before an exercise counts as solved and the next one begins.

Source: exercism/docs 19e037f, building/tooling/analyzers/interface.md: essential comments block
softly until they are addressed, actionable ones are worth a look before a practice exercise is
completed. Exercism only changes the wording of its page; here an exercise with an open essential
comment does not count as solved.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique

from kriterion.assessment.assessment_record import AnalyzerRecord
from kriterion.assessment.class_comments import ClassCommentType
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType
from kriterion_tools.contracts.exercism_analyzer.feedback_state import (
    Advice,
    FeedbackState,
    choose_advice,
)
from kriterion_tools.contracts.exercism_analyzer.templates import fill_in

# A title in either style, which is not shown. No lookbehind or long lookahead: the text contains
# students' code.
_TITLE = re.compile(r"(?m)^ {0,3}#(?:[ \t][^\n]*)?$|^[^\n]+\n {0,3}=+[ \t]*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Demands:
    """How many comments block the student softly, and how many are worth a look."""

    essential: int = 0
    suggestions: int = 0

    def __add__(self, other: "Demands") -> "Demands":
        return Demands(
            essential=self.essential + other.essential,
            suggestions=self.suggestions + other.suggestions,
        )


@unique
class NextStep(StrEnum):
    """The student's next step after a submission."""

    FIX = "fix"  # it is not accepted
    ADDRESS = "address"  # accepted, but not solved until its essential comments are addressed
    CONSIDER = "consider"  # solved, with suggestions to look at before the next exercise
    GO_ON = "go on"  # solved

    @property
    def is_solved(self) -> bool:
        """Whether the submission solves its exercise."""
        return self in (NextStep.CONSIDER, NextStep.GO_ON)


def choose_next_step(*, accepted: bool, demands: Demands) -> NextStep:
    """Return the next step. `demands` are those that are not cleared."""
    if not accepted:
        return NextStep.FIX
    if demands.essential:
        return NextStep.ADDRESS
    return NextStep.CONSIDER if demands.suggestions else NextStep.GO_ON


def collect_demands(record: AnalyzerRecord | None) -> Demands:
    """Return the demands of an analyzer's comments; comments without text demand nothing."""
    if record is None:
        return Demands()
    asking = (CommentType.ESSENTIAL, CommentType.ACTIONABLE)
    readable = [
        comment
        for comment in record.comments
        if comment.type in asking and has_text(comment, record)
    ]
    essential = sum(comment.type is CommentType.ESSENTIAL for comment in readable)
    suggestions = len(readable) - essential
    is_advised = choose_advice(FeedbackState.ACTIONABLE, record.exercise_kind) is Advice.CONSIDER
    return Demands(essential=essential, suggestions=suggestions if is_advised else 0)


def collect_class_demands(types: Iterable[ClassCommentType]) -> Demands:
    """Return the demands of teachers' comments on a class, for any kind of exercise."""
    types_seen = list(types)
    return Demands(
        essential=types_seen.count(ClassCommentType.ESSENTIAL),
        suggestions=types_seen.count(ClassCommentType.ACTIONABLE),
    )


def has_text(comment: Comment, record: AnalyzerRecord) -> bool:
    """Whether there is text besides the title, which is not shown."""
    template = record.texts.get(comment.pointer)
    if template is None:
        return False
    return bool(remove_titles(fill_in(template, comment.params).text).strip())


def remove_titles(text: str) -> str:
    """Return the text of a comment without its titles, which are not shown."""
    return _TITLE.sub("", text)
