"""Handle steps of the database's clock, for example after a machine booted with a wrong time.

After a step forward, leases seem to have expired although their workers live. After a step back,
leases and pauses would last as long as the step was.
"""

from collections.abc import Callable

from kriterion.web.database import database_clock as clock
from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF
from kriterion.web.submissions.queue.blocked import LONGEST_RETRY

# Between two calls; more counts as a step. Leases that are renewed every two seconds survive less.
LARGEST_DRIFT_SECONDS = 5.0


class StepDetector:
    """Compares the database's clock with this process's monotonic one."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._offset_seconds: float | None = None

    def has_stepped_forward(self) -> bool:
        """Whether the database's clock was set forward since the last call.

        Also True if the machine was suspended, because the monotonic clock stops meanwhile.
        """
        now = Submission.objects.order_by().values_list(clock.now())[:1]
        for (moment,) in now:
            before = self._offset_seconds
            self._offset_seconds = moment.timestamp() - self._monotonic()
            return before is not None and self._offset_seconds - before > LARGEST_DRIFT_SECONDS
        return False  # an empty table


def shorten_pauses() -> int:
    """End pauses that last longer than the longest one we set; return their number."""
    ended = 0
    for state, longest in (
        (SubmissionState.QUEUED, BACK_OFF[-1]),
        (SubmissionState.BLOCKED, LONGEST_RETRY),
    ):
        too_long = Submission.objects.filter(state=state, not_before__gt=clock.after(longest))
        if too_long.exists():  # an update would wait for other writers
            ended += too_long.update(not_before=None)
    return ended
