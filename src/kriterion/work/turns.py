"""Turns: the order in which those who wait are served, so that nobody has to wait for one user.

Start-time fair queueing: each submission gets a turn, one after the user's last that still waits
or runs, and none before the turn that is being served. Whoever hands in one is served before the
second of whoever hands in a thousand; and whoever waits is overtaken only once by each other user.
"""

from django.db.models import Max, Min

from kriterion.store.models import Priority, Submission, SubmissionState


def next_turn(user_id: int, priority: Priority) -> int:
    """The turn of what a user hands in now; within the transaction that adds it."""
    under_way = Submission.objects.filter(
        user_id=user_id,
        priority=priority,
        state__in=(SubmissionState.QUEUED, SubmissionState.RUNNING),
    )
    last = under_way.aggregate(turn=Max("turn"))["turn"]
    served = _served(priority)
    return served if last is None else max(served, last + 1)


def _served(priority: Priority) -> int:
    """The turn that is being served; the first one when nobody is."""
    of_priority = Submission.objects.filter(priority=priority)
    running = of_priority.filter(state=SubmissionState.RUNNING).aggregate(turn=Max("turn"))["turn"]
    if running is not None:
        return int(running)
    waiting = of_priority.filter(state=SubmissionState.QUEUED).aggregate(turn=Min("turn"))["turn"]
    return int(waiting or 0)
