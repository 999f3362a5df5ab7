"""How long each context may take, so that the judge finishes by itself within its time limit."""

import time

from kriterion_tools.fence.clock import Clock

_SHARE = 0.9  # of the time limit is for student code; the host kills at the whole of it
_RESERVE_SECONDS = 0.1
_LEAST_SECONDS = 0.05
# A busy machine makes everything longer: this many times the time limit may pass of real time, and
# a little more. Kriterion itself waits for a little longer still.
_PATIENCE = 10
_MORE_SECONDS = 16.0


class Budget:
    """The time that is left for all contexts together; what the judge itself computes is of it."""

    def __init__(self, clock: Clock, time_limit_seconds: float) -> None:
        allowed = max(time_limit_seconds * _SHARE - _RESERVE_SECONDS, time_limit_seconds / 2)
        self._clock = clock
        self._end = clock.seconds + allowed + time.process_time()
        clock.last_resort = time.monotonic() + _PATIENCE * time_limit_seconds + _MORE_SECONDS

    def seconds_for(self, timeout_seconds: float | None, *, is_last: bool) -> float | None:
        """What the next context may take; None when there is nothing left to give.

        Without a timeout of its own it is half of what is left, so that an endless loop in each
        context still leaves something for the next; the last may have all.
        """
        left = self._left()
        if left < _LEAST_SECONDS:
            return None
        if timeout_seconds is not None:
            return min(timeout_seconds, left)
        return left if is_last else max(left / 2, _LEAST_SECONDS)

    def has_time_left(self) -> bool:
        """Whether another context may start."""
        return self._left() >= _LEAST_SECONDS

    def _left(self) -> float:
        return self._clock.left(self._end) - time.process_time()
