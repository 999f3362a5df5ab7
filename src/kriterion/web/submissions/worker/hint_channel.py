"""The channel between the site's process and its workers' process: hints, and whether each lives.

A hint makes the other side read rows at once that it would otherwise read a moment later, so a lost
one harms nothing. The channel ends when either process does, however that dies.
"""

import os
import socket
from contextlib import suppress
from enum import StrEnum, unique

import msgspec

from kriterion.web.database.storable import make_storable

# The workers' process ends its runs within this time when the channel ends, or without them.
STOP_SECONDS = 30.0

_MAX_BYTES = 8192  # of one hint; a longer text is cut off
_MAX_CHARACTERS = 1000


@unique
class HintKind(StrEnum):
    """What a hint is about."""

    INSTALLED = "installed"  # to the workers: retry what could not be assessed
    READY = "ready"  # to the site: workers claim, or `text` says why they cannot
    CHANGED = "changed"  # to the site: a submission's row has changed


class Hint(msgspec.Struct, frozen=True):
    """One message."""

    kind: HintKind
    submission: int = 0
    text: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Hint)


class HintChannel:
    """One end of the channel."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.set_inheritable(False)

    def send(self, hint: Hint) -> None:
        """Send a hint, unless the other side is gone or has not read for a long time."""
        text = make_storable(hint.text[:_MAX_CHARACTERS])
        with suppress(OSError):
            self._end.send(
                _encoder.encode(Hint(hint.kind, hint.submission, text)),
                socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL,
            )

    def receive(self) -> Hint | None:
        """Wait for the next hint; None if the other side is gone."""
        while True:
            try:
                message = self._end.recv(_MAX_BYTES)
            except OSError:
                return None
            if not message:
                return None
            with suppress(msgspec.MsgspecError):
                return _decoder.decode(message)

    def end_sending(self) -> None:
        """Send no more: the other side receives None, and can still send."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close this end: both sides then receive None."""
        with suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)
        self._end.close()


def open_channel() -> tuple[HintChannel, socket.socket]:
    """Return the site's end, and the other one, which the workers' process inherits."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    return HintChannel(ours), theirs


def inherit_channel(descriptor: int) -> HintChannel:
    """Return the end that this process has inherited. Raises OSError if it is not one."""
    if descriptor <= 2:  # a standard stream
        raise OSError(f"{descriptor}: is not a channel")
    os.fstat(descriptor)
    return HintChannel(socket.socket(fileno=descriptor))
