"""What a new submission depends on besides its files, read in one query.

While many submit, a process mostly waits for the database, so each query makes all of them wait.
"""

from dataclasses import dataclass

from django.db.models import Exists, Q, QuerySet, Subquery

from kriterion.web.accounts.models import User
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.submissions.models import Priority, QueueShare, Submission, SubmissionState
from kriterion.web.submissions.models.queue_share import NO_COURSE
from kriterion.web.submissions.queue.order.user_turns import follow_turns, list_turn_columns

MAXIMUM_WAITING = 30  # per user


@dataclass(frozen=True, kw_only=True, slots=True)
class SubmitterState:
    """`number` and `turn` are those of the next submission. `is_served`: its course has an active
    share of the workers.
    """

    has_too_many_waiting: bool
    number: int
    turn: int
    is_served: bool


def load_submitter_state(
    user_id: int, activity_id: int, *, priority: Priority, course_id: int | None
) -> SubmitterState:
    """Read what the user's next submission to an activity depends on.

    Within the transaction that adds it, in which the user's row is locked. Raises User.DoesNotExist
    if that is gone.
    """
    rows = _state.fetch_rows(
        user=user_id,
        activity=activity_id,
        priority=int(priority),
        course=course_id,
        flow=course_id or NO_COURSE,
    )
    if not rows:
        raise User.DoesNotExist
    too_many, last_number, is_served, last_turn, current_turn = rows[0]
    return SubmitterState(
        has_too_many_waiting=bool(too_many),
        number=(last_number or 0) + 1,
        turn=follow_turns(last_turn, current_turn),
        is_served=bool(is_served),
    )


def _select_waiting(user: int, activity: int) -> QuerySet[Submission]:
    """Select a user's queued submissions, and the blocked ones to this exercise.

    Blocked ones count because they are all requeued together, with their early turns. Background
    ones do not: the user does not wait for them, and has not asked for them.
    """
    is_waiting = Q(state=SubmissionState.QUEUED)
    is_blocked_here = Q(activity=activity, state=SubmissionState.BLOCKED)
    return Submission.unlimited.filter(
        is_waiting | is_blocked_here, user=user, priority=Priority.INTERACTIVE
    ).order_by()


def _select_state(
    user: int, activity: int, priority: int, course: int | None, flow: int
) -> QuerySet[User, tuple[object, ...]]:
    latest = Submission.unlimited.filter(user=user, activity=activity).order_by("-id")
    shares = QueueShare.objects.filter(priority=priority, flow=flow).order_by()
    return (
        User.objects.filter(pk=user)
        .order_by()
        .values_list(
            Exists(_select_waiting(user, activity)[MAXIMUM_WAITING - 1 : MAXIMUM_WAITING]),
            Subquery(latest.values_list("number")[:1]),
            Subquery(shares.values_list("is_active")[:1]),
            *list_turn_columns(user, priority, course),
        )
    )


_state = CompiledQuery(_select_state)
