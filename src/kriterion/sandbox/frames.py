"""Frames: how requests and answers lie in a stream, each with its length before it."""

import struct

_LENGTH = struct.Struct(">I")  # four bytes, the most significant first
HEADER_BYTES = _LENGTH.size
MAXIMUM_BYTES = 2 ** (8 * HEADER_BYTES) - 1


def framed(content: bytes) -> bytes:
    """The frame with this content, of MAXIMUM_BYTES at most."""
    return _LENGTH.pack(len(content)) + content


class Frame:
    """One frame that comes in pieces.

    It is `settled` when it is complete, or when it cannot become a frame any more: then
    `violation` says why.
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
    def settled(self) -> bool:
        """Whether nothing more is to be read."""
        return bool(self.violation) or self.content is not None

    @property
    def content(self) -> bytes | None:
        """What is in the frame; None when it is not complete, or more than that."""
        complete = self._length == len(self._got) - HEADER_BYTES
        return bytes(self._got[HEADER_BYTES:]) if complete and not self.violation else None

    @property
    def _length(self) -> int | None:
        if len(self._got) < HEADER_BYTES:
            return None
        (length,) = _LENGTH.unpack_from(self._got)
        return int(length)
