"""Which submissions count as solved, and how essential comments are cleared.

assessment/soft_block.py holds the rule; `solved` expresses it as a query.
"""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from kriterion.assessment.class_comments import ClassCommentType
from kriterion.assessment.soft_block import Demands, NextStep, demands_of_class, next_step
from kriterion.web.accounts.models import User
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import ClassComment, Clearance, ClearanceReason, Submission
from kriterion.web.submissions.services.solution_classes import (
    comments_on,
    comments_on_outer_submission,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How a submission stands. `analyzer` and `teachers` tell whose essential comments are open."""

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
    open_in_class = comments_on_outer_submission().filter(
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


def standing_of(submission: Submission) -> Standing:
    """Return how a finished submission stands by itself."""
    clearances = tuple(submission.clearances.select_related("by").order_by("pk"))
    cleared = {each.class_comment_id for each in clearances}
    said = comments_on(submission)
    analyzer = submission.essential and None not in cleared
    teachers = tuple(
        each for each in said if each.type == ClassCommentType.ESSENTIAL and each.pk not in cleared
    )
    rest = (ClassCommentType(each.type) for each in said if each.type != ClassCommentType.ESSENTIAL)
    own = Demands(essential=int(analyzer) + len(teachers), suggestions=submission.suggestions)
    demands = own + demands_of_class(rest)
    return Standing(
        step=next_step(accepted=submission.accepted, demands=demands),
        suggestions=demands.suggestions,
        analyzer=analyzer,
        teachers=teachers,
        clearances=clearances,
    )


def clear(submission: Submission, by: User, reason: ClearanceReason) -> bool:
    """Clear all open essential comments; False if there are none."""
    standing = standing_of(submission)
    if standing.step is not NextStep.ADDRESS:
        return False
    open_ones: list[ClassComment | None] = [*standing.teachers]
    if standing.analyzer:
        open_ones.append(None)
    with write_transaction():
        for comment in open_ones:
            Clearance.objects.get_or_create(
                submission=submission,
                class_comment=comment,
                defaults={"reason": reason, "by": by, "by_name": by.display_name[:200]},
            )
    return True
