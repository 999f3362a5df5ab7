"""Limit how many background submissions a process runs: no user waits for these."""

from kriterion.web.submissions.models import Priority

# One claim in this many may be a background submission that has waited long, even if users wait.
EVERY = 8


class Share:
    """Limits the background submissions of a process with `slots` slots."""

    def __init__(self, slots: int) -> None:
        # One slot stays free of background work, so that new submissions start at once.
        self.max_background = max(1, slots - 1)
        self._background = 0
        self._interactive_in_a_row = 0

    @property
    def may_claim_background(self) -> bool:
        """Whether a background submission may be claimed now."""
        return self._background < self.max_background

    @property
    def prefers_background(self) -> bool:
        """Whether a background submission that has waited long precedes interactive ones."""
        return self.may_claim_background and self._interactive_in_a_row >= EVERY - 1

    def record_claim(self, priority: int) -> None:
        """Record the claim of a submission."""
        if priority == Priority.BACKGROUND:
            self._background += 1
            self._interactive_in_a_row = 0
        elif self.prefers_background:  # none has waited long: look again later
            self._interactive_in_a_row = 0
        else:
            self._interactive_in_a_row += 1

    def record_end(self, priority: int) -> None:
        """Record that a claimed submission is over."""
        self._background -= priority == Priority.BACKGROUND
