"""How reliable hints are: whether each change that a poll finds comes with one."""

import time
from collections.abc import Callable, Collection, Mapping

LATE_SECONDS = 1.0  # after which a hint no longer counts
_UNRELIABLE_SECONDS = 30.0  # after a change without a hint


class HintRecord:
    """Compares hints with the changes that polls find, by submission."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._has_evidence = False
        self._unreliable_until = float("-inf")
        self._missing_hints: dict[int, float] = {}  # when a poll found the change

    @property
    def is_reliable(self) -> bool:
        """Whether hints have come for all changes so far, and in time."""
        now = self._clock()
        if any(now - found_at > LATE_SECONDS for found_at in self._missing_hints.values()):
            self._missing_hints.clear()
            self._unreliable_until = now + _UNRELIABLE_SECONDS
        return self._has_evidence and now >= self._unreliable_until

    def note_hint(self, submission_id: int) -> None:
        """Record that the hint for a change has come."""
        self._missing_hints.pop(submission_id, None)

    def note_poll(self, changes: Mapping[int, bool], hinted: Collection[int]) -> None:
        """Record which of the polled submissions have changed, and which had hints."""
        for submission_id, has_changed in changes.items():
            if not has_changed:
                continue
            if submission_id in hinted:
                self._has_evidence = True
            else:
                self._missing_hints.setdefault(submission_id, self._clock())
