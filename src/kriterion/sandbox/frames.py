"""Frames: requests and answers in a stream, each preceded by its length."""

import struct

_LENGTH = struct.Struct(">I")  # four bytes, big-endian
HEADER_BYTES = _LENGTH.size
MAXIMUM_BYTES = 2 ** (8 * HEADER_BYTES) - 1


def make_frame(content: bytes) -> bytes:
    """Return a frame with this content, of at most MAXIMUM_BYTES."""
    return _LENGTH.pack(len(content)) + content


class Frame:
    """A frame that arrives in pieces.

    It is settled when it is complete, or when it can no longer become a frame: then `violation`
    says why.
    """

    def __init__(self, maximum_bytes: int) -> None:
        self.violation = ""
        self._maximum_bytes = maximum_bytes
        self._got = bytearray()

    def take(self, piece: bytes) -> None:
        """Add the next piece of the stream."""
        self._got += piece
        length = self._length
        if length is None:
            return
        stray_bytes = len(self._got) - HEADER_BYTES - length
        if length > self._maximum_bytes:
            self.violation = (
                f"its answer begins with {bytes(self._got[:HEADER_BYTES])!r}, which announces"
                f" {length:,} bytes, and {self._maximum_bytes:,} are allowed"
            )
        elif stray_bytes > 0:
            self.violation = f"wrote {stray_bytes:,} bytes to stdout beyond its answer"

    @property
    def is_settled(self) -> bool:
        """Whether nothing more needs to be read."""
        return bool(self.violation) or self.content is not None

    @property
    def content(self) -> bytes | None:
        """Return the frame's content, or None if it is incomplete or too long."""
        complete = self._length == len(self._got) - HEADER_BYTES
        return bytes(self._got[HEADER_BYTES:]) if complete and not self.violation else None

    @property
    def _length(self) -> int | None:
        if len(self._got) < HEADER_BYTES:
            return None
        (length,) = _LENGTH.unpack_from(self._got)
        return int(length)
