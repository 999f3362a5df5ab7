"""Turns: the order of the queue, in which no user can hold up the others.

Start-time fair queueing: each submission gets a turn after the user's last one that is queued or
running, and not before the turn now being served. A single submission precedes the second of a
thousand by another user; and while it waits, each other user overtakes it at most once.
"""

from django.db.models import Max, Min

from kriterion.web.submissions.models import Priority, Submission, SubmissionState


def choose_next_turn(user_id: int, priority: Priority) -> int:
    """Return the turn of a user's new submission, within the transaction that adds it."""
    under_way = Submission.objects.filter(
        user_id=user_id,
        priority=priority,
        state__in=(SubmissionState.QUEUED, SubmissionState.RUNNING),
    )
    last = under_way.aggregate(turn=Max("turn"))["turn"]
    current = _find_current_turn(priority)
    return current if last is None else max(current, last + 1)


def _find_current_turn(priority: Priority) -> int:
    """Return the turn being served: the highest that runs, otherwise the lowest in the queue."""
    of_priority = Submission.objects.filter(priority=priority)
    running = of_priority.filter(state=SubmissionState.RUNNING).aggregate(turn=Max("turn"))["turn"]
    if running is not None:
        return int(running)
    waiting = of_priority.filter(state=SubmissionState.QUEUED).aggregate(turn=Min("turn"))["turn"]
    return int(waiting or 0)
