"""One output stream of a container: its shell's lines around the run's own output."""

from kriterion.sandbox.backends.containers.engine_stub import STATUS_DIGITS, StubMarks


class ContainerStream:
    """Separates the run's output from the shell's lines, as the stream arrives in pieces.

    `begun` and `ended` tell which of the shell's lines have arrived; `exit_status` is in the last
    one. A run that writes such a line itself forges its own end, as it could in other ways.
    """

    def __init__(self, marks: StubMarks) -> None:
        self.begun = False
        self.ended = False
        self.exit_status: int | None = None
        self._marks = marks
        self._held = b""

    @property
    def prologue(self) -> bytes:
        """Return everything before the run's own output."""
        return b"" if self.begun else self._held

    def feed(self, piece: bytes) -> bytes:
        """Return the run's own output in this piece and in what was held back before."""
        self._held += piece
        if not self.begun:
            self._begin()
        if not self.begun or self.ended:
            return b""
        own, end, status = self._held.partition(self._marks.end)
        if not end:
            held_bytes = _count_overlap(own, self._marks.end)
            own, self._held = own[: len(own) - held_bytes], own[len(own) - held_bytes :]
        elif len(status) <= STATUS_DIGITS:
            self._held = end + status
        else:
            self.ended = True
            self.exit_status = _parse_number(status[:STATUS_DIGITS])
        return own

    def _begin(self) -> None:
        _, begin, own = self._held.partition(self._marks.begin)
        if begin:
            self.begun = True
            self._held = own


def _count_overlap(text: bytes, line: bytes) -> int:
    """Return how many bytes at the end of a text may be the beginning of the line."""
    start = text.find(line[:1], max(len(text) - len(line) + 1, 0))
    while start >= 0:
        if line.startswith(text[start:]):
            return len(text) - start
        start = text.find(line[:1], start + 1)
    return 0


def _parse_number(text: bytes) -> int | None:
    return int(text) if text.isdigit() else None
