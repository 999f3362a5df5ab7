"""How much of a process's work may be background submissions, for which nobody waits."""

from kriterion.web.submissions.models import Priority

# While somebody waits, one in this many may be a background submission that waited long.
EVERY = 8


class Share:
    """Counts what a process has claimed, of `slots` at once."""

    def __init__(self, slots: int) -> None:
        # One slot stays free of background work, so that new submissions start at once.
        self._most_background = max(1, slots - 1)
        self._background = 0
        self._live_in_a_row = 0

    @property
    def background(self) -> bool:
        """Whether a background submission may be claimed now."""
        return self._background < self._most_background

    @property
    def background_first(self) -> bool:
        """Whether one that has waited long precedes interactive ones."""
        return self.background and self._live_in_a_row >= EVERY - 1

    def took(self, priority: int) -> None:
        """Record that one was claimed."""
        if priority == Priority.BACKGROUND:
            self._background += 1
            self._live_in_a_row = 0
        else:
            self._live_in_a_row += 1

    def ended(self, priority: int) -> None:
        """Record that a claimed one is over."""
        self._background -= priority == Priority.BACKGROUND
