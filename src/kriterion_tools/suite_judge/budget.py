"""The time for each context, so that the judge itself finishes within its time limit."""

import time

from kriterion_tools.fence.clock import Clock

_SHARE = 0.9  # of the time limit, for student code: the host kills the judge at the time limit
_RESERVE_SECONDS = 0.1
_LEAST_SECONDS = 0.05
# On a busy machine a run may take this many times the time limit in real time, plus some seconds.
# Kriterion itself waits a little longer than that.
_PATIENCE = 10
_MORE_SECONDS = 16.0


class Budget:
    """The remaining time of all contexts together. The judge's own CPU time counts as well."""

    def __init__(self, clock: Clock, time_limit_seconds: float) -> None:
        allowed = max(time_limit_seconds * _SHARE - _RESERVE_SECONDS, time_limit_seconds / 2)
        self._clock = clock
        self._end = clock.seconds + allowed + time.process_time()
        clock.last_resort = time.monotonic() + _PATIENCE * time_limit_seconds + _MORE_SECONDS

    def seconds_for(self, timeout_seconds: float | None, *, is_last: bool) -> float | None:
        """Return the time for the next context, or None if none is left.

        A context without a timeout gets half of the remaining time, so that an endless loop leaves
        time for the contexts after it; the last context gets all of it.
        """
        left = self._count_seconds_left()
        if left < _LEAST_SECONDS:
            return None
        if timeout_seconds is not None:
            return min(timeout_seconds, left)
        return left if is_last else max(left / 2, _LEAST_SECONDS)

    def has_time_left(self) -> bool:
        """Tell whether another context may start."""
        return self._count_seconds_left() >= _LEAST_SECONDS

    def _count_seconds_left(self) -> float:
        return self._clock.seconds_left(self._end) - time.process_time()
