"""How long each context may take, so that the judge finishes by itself within its time limit."""

import time

_SHARE = 0.9  # of the time limit is for student code; the host kills at the whole of it
_RESERVE_SECONDS = 0.1
_LEAST_SECONDS = 0.05


class Budget:
    """The time that is left for all contexts together."""

    def __init__(self, started: float, time_limit_seconds: float) -> None:
        allowed = max(time_limit_seconds * _SHARE - _RESERVE_SECONDS, time_limit_seconds / 2)
        self._end = started + allowed

    def seconds_for(self, timeout_seconds: float | None, *, is_last: bool) -> float | None:
        """What the next context may take; None when there is nothing left to give.

        Without a timeout of its own it is half of what is left, so that an endless loop in each
        context still leaves something for the next; the last may have all.
        """
        left = self._end - time.monotonic()
        if left < _LEAST_SECONDS:
            return None
        if timeout_seconds is not None:
            return min(timeout_seconds, left)
        return left if is_last else max(left / 2, _LEAST_SECONDS)
