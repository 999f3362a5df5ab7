"""What comments ask before an exercise counts as solved: one table for each half of the rule."""

import pytest

from kriterion.assessment.assessment_record import AnalyzerRecord, AnalyzerStatus
from kriterion.assessment.class_comments import ClassCommentType
from kriterion.assessment.soft_block import (
    Demands,
    NextStep,
    choose_next_step,
    collect_class_demands,
    collect_demands,
)
from kriterion_tools.contracts.exercism_analyzer.analysis import Comment, CommentType
from kriterion_tools.contracts.exercism_analyzer.feedback_state import ExerciseKind

ESSENTIAL, ACTIONABLE, INFORMATIVE, CELEBRATORY = CommentType
PRACTICE, CONCEPT = ExerciseKind.PRACTICE, ExerciseKind.CONCEPT
TEXTS = {"a": "# Title\n\nUse `%{what}`.\n", "title": "# Only a title\n", "bare": "%{what}"}


@pytest.mark.parametrize(
    ("accepted", "essential", "suggestions", "step", "is_solved"),
    [
        (False, 0, 0, NextStep.FIX, False),
        (False, 1, 1, NextStep.FIX, False),
        (True, 1, 0, NextStep.ADDRESS, False),
        (True, 2, 3, NextStep.ADDRESS, False),
        (True, 0, 1, NextStep.CONSIDER, True),
        (True, 0, 0, NextStep.GO_ON, True),
    ],
)
def test_solved_follows_the_table(
    accepted: bool, essential: int, suggestions: int, step: NextStep, is_solved: bool
) -> None:
    demands = Demands(essential=essential, suggestions=suggestions)
    assert choose_next_step(accepted=accepted, demands=demands) is step
    assert step.is_solved is is_solved


@pytest.mark.parametrize(
    ("types", "kind", "essential", "suggestions"),
    [
        ([], PRACTICE, 0, 0),
        ([INFORMATIVE, CELEBRATORY], PRACTICE, 0, 0),
        ([ACTIONABLE, ACTIONABLE, INFORMATIVE], PRACTICE, 0, 2),
        ([ACTIONABLE, ACTIONABLE], CONCEPT, 0, 0),
        ([ESSENTIAL, ACTIONABLE], PRACTICE, 1, 1),
        ([ESSENTIAL, ACTIONABLE], CONCEPT, 1, 0),
    ],
)
def test_comment_types_decide_what_is_asked_of_the_student(
    types: list[CommentType], kind: ExerciseKind, essential: int, suggestions: int
) -> None:
    record = AnalyzerRecord(
        status=AnalyzerStatus.COMPLETED,
        comments=tuple(Comment(pointer="a", type=type_) for type_ in types),
        texts=TEXTS,
        exercise_kind=kind,
    )
    assert collect_demands(record) == Demands(essential=essential, suggestions=suggestions)


@pytest.mark.parametrize(
    ("pointer", "params", "is_asked"),
    [
        ("a", {}, True),
        ("gone", {}, False),
        ("title", {}, False),
        ("bare", {"what": "a set"}, True),
        ("bare", {"what": " \n"}, False),
        ("bare", {}, False),
        ("bare", {"what": "Title\n=====\n"}, False),
        ("bare", {"what": "#hashtag"}, True),
        ("bare", {"what": "## Heading"}, True),
    ],
)
def test_an_unreadable_essential_comment_blocks_nobody(
    pointer: str, params: dict[str, str], is_asked: bool
) -> None:
    comment = Comment(pointer=pointer, type=ESSENTIAL, params=params)
    record = AnalyzerRecord(status=AnalyzerStatus.COMPLETED, comments=(comment,), texts=TEXTS)
    assert collect_demands(record) == Demands(essential=int(is_asked))


@pytest.mark.parametrize("text", ["\n" * 60_000, "# a\n" * 15_000, "=" * 60_000, "a\n=\n" * 15_000])
def test_every_text_is_handled_fast(text: str) -> None:
    comments = (Comment(pointer="bare", type=ESSENTIAL, params={"what": text}),) * 20
    record = AnalyzerRecord(status=AnalyzerStatus.COMPLETED, comments=comments, texts=TEXTS)
    assert collect_demands(record).essential in (0, 20)


def test_without_an_analysis_nothing_is_asked() -> None:
    assert collect_demands(None) == Demands()
    assert collect_demands(AnalyzerRecord(status=AnalyzerStatus.FAILED)) == Demands()


def test_class_comments_of_teachers_ask_the_same() -> None:
    assert collect_class_demands(ClassCommentType) == Demands(essential=1, suggestions=1)
    both = collect_class_demands(ClassCommentType) + Demands(essential=2, suggestions=0)
    assert both == Demands(essential=3, suggestions=1)
