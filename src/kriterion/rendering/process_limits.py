"""How much a renderer process may spend on one job."""

from dataclasses import dataclass

CANNOT_RENDER = 70  # exit status after an error of the job


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcessBounds:
    """CPU seconds: for one piece and for all pieces before they become plain text, and for the
    process.

    An ordinary submission takes 0.005 to 0.05 altogether.
    """

    piece_seconds: float = 0.5
    whole_seconds: float = 2.0
    process_seconds: float = 6.0

    def to_arguments(self) -> tuple[str, ...]:
        """Return the command line arguments for the process."""
        return tuple(map(str, (self.piece_seconds, self.whole_seconds, self.process_seconds)))

    @classmethod
    def from_arguments(cls, arguments: list[str]) -> "ProcessBounds":
        """Read the command line arguments."""
        piece, whole, process = map(float, arguments)
        return cls(piece_seconds=piece, whole_seconds=whole, process_seconds=process)
