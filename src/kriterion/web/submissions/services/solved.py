"""Which submissions count as solved, and how essential comments are cleared.

assessment/soft_block.py holds the rule; `filter_solved` expresses it as a query.
"""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.assessment.soft_block import (
    Demands,
    NextStep,
    choose_next_step,
    collect_class_demands,
)
from kriterion.web.accounts.models import User
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import ClassComment, Clearance, ClearanceReason, Submission
from kriterion.web.submissions.services.solution_classes import (
    list_class_comments,
    select_outer_comments,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """Whether a submission by itself solves its exercise, and its open essential comments.

    `analyzer`: the analyzer has open ones; `teachers`: the open ones by teachers, on its class.
    """

    step: NextStep
    suggestions: int = 0
    analyzer: bool = False
    teachers: tuple[ClassComment, ...] = ()
    clearances: tuple[Clearance, ...] = ()


def filter_solved(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    """Filter submissions that make their exercise count as solved."""
    cleared = Clearance.objects.filter(submission=OuterRef("pk"), class_comment=None)
    this_is_cleared = Clearance.objects.filter(
        submission=OuterRef(OuterRef("pk")), class_comment=OuterRef("pk")
    )
    open_in_class = select_outer_comments().filter(
        ~Exists(this_is_cleared), type=ClassCommentType.ESSENTIAL.value
    )
    return submissions.filter(
        Q(essential=False) | Exists(cleared),
        Q(digest="") | ~Exists(open_in_class),
        accepted=True,
    )


def is_solved_by(user_id: int, activity_id: int) -> bool:
    """Whether any submission of a user solves the activity."""
    return filter_solved(Submission.objects.filter(user=user_id, activity=activity_id)).exists()


def find_standing(submission: Submission) -> Standing:
    """Return the standing of a finished submission."""
    clearances = tuple(submission.clearances.select_related("by").order_by("pk"))
    cleared = {clearance.class_comment_id for clearance in clearances}
    comments = list_class_comments(submission)
    analyzer = submission.essential and None not in cleared
    teachers = tuple(
        comment
        for comment in comments
        if comment.type == ClassCommentType.ESSENTIAL and comment.pk not in cleared
    )
    other_types = (
        ClassCommentType(comment.type)
        for comment in comments
        if comment.type != ClassCommentType.ESSENTIAL
    )
    own_demands = Demands(
        essential=int(analyzer) + len(teachers), suggestions=submission.suggestions
    )
    demands = own_demands + collect_class_demands(other_types)
    return Standing(
        step=choose_next_step(accepted=submission.accepted, demands=demands),
        suggestions=demands.suggestions,
        analyzer=analyzer,
        teachers=teachers,
        clearances=clearances,
    )


def clear(submission: Submission, by: User, reason: ClearanceReason) -> bool:
    """Clear all open essential comments; False if there are none."""
    standing = find_standing(submission)
    if standing.step is not NextStep.ADDRESS:
        return False
    open_comments: list[ClassComment | None] = [*standing.teachers]
    if standing.analyzer:
        open_comments.append(None)
    with write_transaction():
        for comment in open_comments:
            Clearance.objects.get_or_create(
                submission=submission,
                class_comment=comment,
                defaults={"reason": reason, "by": by, "by_name": by.display_name[:200]},
            )
    return True
