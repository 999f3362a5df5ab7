"""How much of a process's work may be for those that nobody waits for."""

from kriterion.store.models import Priority

# Of so many taken while somebody waits, one may be a background submission that waited long.
EVERY = 8


class Share:
    """Counts what a process has taken, of `slots` at once."""

    def __init__(self, slots: int) -> None:
        # One slot is kept free of them: whoever hands in then is served at once.
        self._most_background = max(1, slots - 1)
        self._background = 0
        self._live_in_a_row = 0

    @property
    def background(self) -> bool:
        """Whether a background submission may be taken now."""
        return self._background < self._most_background

    @property
    def background_first(self) -> bool:
        """Whether one that has waited long comes before those that somebody waits for."""
        return self.background and self._live_in_a_row >= EVERY - 1

    def took(self, priority: int) -> None:
        """One was taken."""
        if priority == Priority.BACKGROUND:
            self._background += 1
            self._live_in_a_row = 0
        else:
            self._live_in_a_row += 1

    def ended(self, priority: int) -> None:
        """One that was taken is over."""
        self._background -= priority == Priority.BACKGROUND
