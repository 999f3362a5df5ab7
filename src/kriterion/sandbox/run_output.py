"""A run's output: kept up to a limit, stdout passed on piece by piece."""

import os
from collections.abc import Callable

_PIECE_BYTES = 64 * 1024


class Output:
    """Both streams of a run as read so far. `full` once they exceeded the limit.

    The limit is for both together. The piece that exceeds it is cut.
    """

    def __init__(self, limit_bytes: int, receive: Callable[[bytes], None]) -> None:
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.full = False
        self._left_bytes = limit_bytes
        self._receive = receive

    def take_stdout(self, descriptor: int) -> bool:
        """Read a piece of stdout and pass it on; False at its end."""
        piece = read_piece(descriptor)
        self.add_stdout(piece or b"")
        return piece is not None

    def take_stderr(self, descriptor: int) -> bool:
        """Read a piece of stderr; False at its end."""
        piece = read_piece(descriptor)
        self.add_stderr(piece or b"")
        return piece is not None

    def add_stdout(self, piece: bytes) -> None:
        """Keep a piece of stdout up to the limit, and pass it on."""
        allowed = self._truncate_to_limit(piece)
        if allowed:
            self.stdout += allowed
            self._receive(allowed)

    def add_stderr(self, piece: bytes) -> None:
        """Keep a piece of stderr up to the limit."""
        self.stderr += self._truncate_to_limit(piece)

    def _truncate_to_limit(self, piece: bytes) -> bytes:
        self.full = self.full or len(piece) > self._left_bytes
        allowed = piece[: self._left_bytes]
        self._left_bytes -= len(allowed)
        return allowed


def read_piece(descriptor: int) -> bytes | None:
    """Return the bytes that can be read now, or None at the end of the stream."""
    try:
        return os.read(descriptor, _PIECE_BYTES) or None
    except BlockingIOError:
        return b""
