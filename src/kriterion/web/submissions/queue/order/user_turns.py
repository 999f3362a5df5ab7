"""Turns: the order among the submissions of a course, in which no user can hold up the others.

Start-time fair queueing: a submission's turn follows the user's last queued or running turn in the
course, and is never lower than the turn that the course is serving. A single submission precedes
the second of a thousand by another user; and while it waits, each other user of the course
overtakes it at most once. `course_shares` is fair between courses.
"""

from typing import Any

from django.db.models import Max, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from kriterion.web.accounts.models import User
from kriterion.web.database.compiled_query import CompiledQuery
from kriterion.web.submissions.models import Priority, Submission, SubmissionState


def choose_next_turn(user_id: int, priority: Priority, course_id: int | None) -> int:
    """Return the turn of a user's new submission, within the transaction that adds it."""
    rows = _turns.fetch_rows(user=user_id, priority=int(priority), course=course_id)
    return follow_turns(*rows[0]) if rows else 0


def follow_turns(last: int | None, current: int) -> int:
    """Return the turn after the user's last one, if any, but not before the current one."""
    return current if last is None else max(current, last + 1)


def list_turn_columns(user: int, priority: int, course: int | None) -> list[Any]:
    """Return expressions for what `follow_turns` needs: the user's last turn, the current turn.

    The current turn is the one that the course is serving, else the first that waits.
    """
    current = Coalesce(
        Subquery(_select_running(priority, course)),
        Subquery(_select_first_waiting(priority, course)),
        Value(0),
    )
    return [Subquery(_select_last_of_user(user, priority, course)), current]


def _select_last_of_user(user: int, priority: int, course: int | None) -> QuerySet[Any, Any]:
    states = (SubmissionState.QUEUED, SubmissionState.RUNNING)
    under_way = _rows.filter(priority=priority, user=user, course=course, state__in=states)
    return under_way.order_by("-turn").values_list("turn")[:1]


def _select_running(priority: int, course: int | None) -> QuerySet[Any, Any]:
    """Select the highest turn among a course's running submissions.

    Reads all running submissions, which are few: with a condition on the course, SQLite would read
    everything that was ever submitted for it.
    """
    running = _rows.filter(priority=priority, state=SubmissionState.RUNNING)
    of_course = Max("turn", filter=Q(course=course))
    return running.order_by().values("priority").annotate(highest=of_course).values_list("highest")


def _select_first_waiting(priority: int, course: int | None) -> QuerySet[Any, Any]:
    waiting = _rows.filter(priority=priority, state=SubmissionState.QUEUED, course=course)
    return waiting.order_by("turn").values_list("turn")[:1]


_rows = Submission.unlimited
_turns = CompiledQuery(
    lambda user, priority, course: (
        User.objects.filter(pk=user)
        .order_by()
        .values_list(*list_turn_columns(user, priority, course))
    )
)
