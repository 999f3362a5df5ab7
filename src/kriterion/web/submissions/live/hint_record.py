"""How reliable hints are: whether each change that a poll finds comes with one."""

import time
from collections.abc import Callable, Collection, Mapping

LATE_SECONDS = 1.0  # after which a hint no longer counts
_DOUBT_SECONDS = 30.0  # after a change without a hint


class HintRecord:
    """Compares hints with the changes that polls find, by submission."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._is_proved = False
        self._doubtful_until = float("-inf")
        self._found_at: dict[int, float] = {}  # changes whose hints are still to come

    @property
    def is_reliable(self) -> bool:
        """Whether hints have come for all changes so far, and in time."""
        now = self._clock()
        if any(now - found_at > LATE_SECONDS for found_at in self._found_at.values()):
            self._found_at.clear()
            self._doubtful_until = now + _DOUBT_SECONDS
        return self._is_proved and now >= self._doubtful_until

    def note_hint(self, submission_id: int) -> None:
        """Record a hint."""
        self._found_at.pop(submission_id, None)

    def note_poll(self, changes: Mapping[int, bool], hinted: Collection[int]) -> None:
        """Record which of the polled submissions have changed, and which had hints."""
        for submission_id, has_changed in changes.items():
            if not has_changed:
                continue
            if submission_id in hinted:
                self._is_proved = True
            else:
                self._found_at.setdefault(submission_id, self._clock())
