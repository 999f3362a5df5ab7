"""The comments of tools by rule: stored with an assessment, so that pages need not read it."""

from collections.abc import Sequence
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from kriterion.assessment.soft_block import Demands
from kriterion.feedback.automatic_comments import AutomaticComment
from kriterion.web.courses.models import Course
from kriterion.web.database.storable import make_storable
from kriterion.web.submissions.models import (
    FeedbackRule,
    HiddenRule,
    Submission,
    SubmissionComment,
)

_MAX_SMALL_INTEGER = 2**15 - 1  # the largest integer of a small column
_MAXIMUM_LINE = 2**31 - 1
_NO_DEMANDS = Demands()
_COLUMNS = ["text", "line", "essential", "suggestions"]


def store_comments(
    submission_id: int, course_id: int | None, comments: Sequence[AutomaticComment]
) -> None:
    """Replace the stored comments on a submission; call it in the transaction of its assessment.

    The demands of hidden comments are taken out of the submission's columns.
    """
    rules = _store_rules(comments)
    rows = SubmissionComment.objects.filter(submission=submission_id)
    rows.exclude(rule__in=rules.values()).delete()
    if not comments:
        return
    SubmissionComment.objects.bulk_create(
        [_make_row(submission_id, rules[comment.rule.digest], comment) for comment in comments],
        update_conflicts=True,
        unique_fields=["submission", "rule"],
        update_fields=_COLUMNS,
    )
    if course_id is None:
        return
    _discount_hidden(submission_id, course_id)
    if any(comment.demands != _NO_DEMANDS for comment in comments):
        # Once more, as a rule may be hidden before this is committed; see `hide_rule`.
        recheck = partial(_discount_hidden, submission_id, course_id)
        transaction.on_commit(recheck, robust=True)


def _discount_hidden(submission_id: int, course_id: int) -> None:
    rows = SubmissionComment.objects.filter(submission=submission_id)
    if rows.filter(rule__hidden_in__course=course_id).exists():
        update_demands(Submission.objects.filter(pk=submission_id))


def hide_rule(course: Course, rule: FeedbackRule) -> bool:
    """Hide a rule's comments from the course's students; False if they are hidden.

    The rule is committed before the submissions are updated: an assessment that is committed in
    between finds it. If this is interrupted, hiding again completes it.
    """
    _, is_new = HiddenRule.objects.get_or_create(course=course, rule=rule)
    _update_demands_of_rule(course, rule)
    return is_new


def unhide_rule(course: Course, rule: FeedbackRule) -> bool:
    """Show a rule's comments to the course's students again; False if they are not hidden."""
    number, _ = HiddenRule.objects.filter(course=course, rule=rule).delete()
    _update_demands_of_rule(course, rule)
    return number > 0


def list_hidden_rules(course_id: int | None) -> frozenset[str]:
    """Return the digests of the rules that a course hides from its students."""
    if course_id is None:
        return frozenset()
    hidden = HiddenRule.objects.filter(course=course_id)
    return frozenset(hidden.values_list("rule__digest", flat=True))


def select_visible_comments(submission: Submission) -> QuerySet[SubmissionComment]:
    """Return the comments that the author of a submission sees."""
    rows = SubmissionComment.objects.filter(submission=submission)
    if submission.course_id is None:
        return rows
    return rows.exclude(rule__hidden_in__course=submission.course_id)


def update_demands(submissions: QuerySet[Submission]) -> None:
    """Compute the columns `essential` and `suggestions` from the comments that are not hidden."""
    hidden = HiddenRule.objects.filter(course=OuterRef(OuterRef("course")), rule=OuterRef("rule"))
    visible = SubmissionComment.objects.filter(~Exists(hidden), submission=OuterRef("pk"))
    total = visible.order_by().values("submission").annotate(total=Sum("suggestions"))
    submissions.order_by().update(
        essential=Exists(visible.filter(essential__gt=0)),
        suggestions=Coalesce(Subquery(total.values("total")), 0),
    )


def _update_demands_of_rule(course: Course, rule: FeedbackRule) -> None:
    theirs = SubmissionComment.objects.filter(submission=OuterRef("pk"), rule=rule)
    update_demands(Submission.objects.filter(Exists(theirs), course=course))


def _store_rules(comments: Sequence[AutomaticComment]) -> dict[str, int]:
    """Return the key of each rule by its digest; unknown rules are stored."""
    rules = {comment.rule.digest: comment.rule for comment in comments}
    if not rules:
        return {}
    stored = FeedbackRule.objects.filter(digest__in=rules).values_list("digest", "pk")
    known = dict(stored)
    missing = [rule for digest, rule in rules.items() if digest not in known]
    if not missing:
        return known
    length = FeedbackRule._meta.get_field("code").max_length
    FeedbackRule.objects.bulk_create(
        [
            FeedbackRule(
                digest=rule.digest,
                source=rule.source.value,
                code=make_storable(rule.code)[:length],
            )
            for rule in sorted(missing, key=lambda rule: rule.digest)
        ],
        ignore_conflicts=True,
    )
    return dict(stored.all())


def _make_row(submission_id: int, rule_id: int, comment: AutomaticComment) -> SubmissionComment:
    line = comment.line if comment.line and 0 < comment.line <= _MAXIMUM_LINE else None
    return SubmissionComment(
        submission_id=submission_id,
        rule_id=rule_id,
        text=make_storable(comment.text),
        line=line,
        essential=min(comment.demands.essential, _MAX_SMALL_INTEGER),
        suggestions=min(comment.demands.suggestions, _MAX_SMALL_INTEGER),
    )
