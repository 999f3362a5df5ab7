"""Messages between the processes of one machine that share a directory.

Each listening process has a socket there. Messages are short hints: one may be lost, and what was
sent to a process that ended is dropped.
"""

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

MAX_BYTES = 64
_SUFFIX = ".socket"

_log = logging.getLogger(__name__)


class Doorbell:
    """Calls a function for each message, in a thread, while the context is open.

    If no socket or thread can be created, no messages arrive.
    """

    def __init__(self, directory: Path, answer: Callable[[bytes], None]) -> None:
        self._directory = directory
        self._answer = answer
        self._name = f"{os.getpid()}-{secrets.token_hex(4)}{_SUFFIX}"
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        try:
            self._directory.mkdir(mode=0o700, exist_ok=True)
            self._socket = _make_socket()
            with _shorten_path(self._directory) as directory:
                self._socket.bind(f"{directory}/{self._name}")
            self._thread = threading.Thread(
                target=self._listen, args=(self._socket,), name="kriterion-doorbell", daemon=True
            )
            self._thread.start()
        except (OSError, RuntimeError) as error:
            _log.warning("other processes cannot wake this worker at once: %s", error)
            self._close()
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _listen(self, receiver: socket.socket) -> None:
        while True:
            try:
                message = receiver.recv(MAX_BYTES)
            except OSError:
                return
            if not message:
                return
            self._answer(message)

    def _close(self) -> None:
        if self._socket is None:
            return
        (self._directory / self._name).unlink(missing_ok=True)
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes the thread
        self._socket.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()


def ring_doorbells(directory: Path, message: bytes) -> None:
    """Send a message to every process that listens in a directory; never wait for one."""
    try:
        names = [name for name in os.listdir(directory) if name.endswith(_SUFFIX)]  # noqa: PTH208  names only
        if not names:
            return
        with _make_socket() as sender, _shorten_path(directory) as short:
            for name in names:
                _send(sender, f"{short}/{name}", message)
    except OSError:  # for example, there is no directory: nobody listens
        return


def _send(sender: socket.socket, address: str, message: bytes) -> None:
    try:
        sender.sendto(message, socket.MSG_DONTWAIT, address)
    except ConnectionRefusedError:  # its process died
        with suppress(OSError):
            os.unlink(address)  # noqa: PTH108  a path through a descriptor
    except OSError:  # it has many messages already, or has just ended
        return


def _make_socket() -> socket.socket:
    return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)


@contextmanager
def _shorten_path(directory: Path) -> Iterator[str]:
    """Yield a path to a directory that is short enough for the address of a socket."""
    descriptor = os.open(directory, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
