"""Turns: the order among the submissions of a course, in which no user can hold up the others.

Start-time fair queueing: each submission gets a turn after the user's last one of the course that
is queued or running, and not before the turn now being served there. A single submission precedes
the second of a thousand by another user; and while it waits, each other user of the course
overtakes it at most once. `course_shares` is fair between courses.
"""

from django.db.models import Max, Min, Q

from kriterion.web.submissions.models import Priority, Submission, SubmissionState


def choose_next_turn(user_id: int, priority: Priority, course_id: int | None) -> int:
    """Return the turn of a user's new submission, within the transaction that adds it."""
    of_priority = Submission.unlimited.filter(priority=priority)
    under_way = of_priority.filter(
        user_id=user_id,
        course=course_id,
        state__in=(SubmissionState.QUEUED, SubmissionState.RUNNING),
    )
    last = under_way.aggregate(turn=Max("turn"))["turn"]
    current = _find_running_turn(priority, course_id)
    if current is None:
        waiting = of_priority.filter(state=SubmissionState.QUEUED, course=course_id)
        current = int(waiting.aggregate(turn=Min("turn"))["turn"] or 0)
    return current if last is None else max(current, last + 1)


def _find_running_turn(priority: Priority, course_id: int | None) -> int | None:
    """Return the highest turn among a course's running submissions; None without any.

    Reads all running submissions, which are few: with a condition on the course, SQLite would read
    everything that was ever submitted for it.
    """
    running = Submission.unlimited.filter(priority=priority, state=SubmissionState.RUNNING)
    turn: int | None = running.aggregate(turn=Max("turn", filter=Q(course=course_id)))["turn"]
    return turn
