"""The processes of a starting run, and our conversation with the run's own shell."""

import contextlib
import os
import select
import signal
import socket
import struct
import threading
import time

from kriterion.errors import MachineError
from kriterion.sandbox.execution.listener import Listener
from kriterion.sandbox.execution.pidfd_process import Process
from kriterion.sandbox.execution.wiring import Wiring
from kriterion.sandbox.findings import RunFinding
from kriterion.sandbox.run import RunCancelled

_PATIENCE_SECONDS = 60.0  # for a start on a very busy machine
_POLL_SECONDS = 0.05
_COMPLAINT_BYTES = 16 * 1024
_CREDENTIALS = struct.Struct("=iII")  # of a sender: pid, uid, gid


class NotStarted(Exception):
    """The run did not get as far as its command.

    `confined` says whether its own shell was reached; `complaint` holds all error messages.
    """

    def __init__(self, complaint: str, *, confined: bool) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.confined = confined


class RunProcesses:
    """The processes of a run: bubblewrap and, once known, pid 1 of the run."""

    def __init__(self, process: Process, listener: Listener | None = None) -> None:
        self.process = process
        self._listener = listener
        self._init: int | None = None

    def set_init(self, init: int) -> None:
        """Store the host's process id of pid 1, which waits for us."""
        try:
            self._init = os.pidfd_open(init)
        except OSError as error:
            raise MachineError(f"process {init} cannot be watched: {error.strerror}") from error

    @property
    def is_known(self) -> bool:
        """Whether pid 1 is known."""
        return self._init is not None

    @property
    def findings(self) -> tuple[RunFinding, ...] | None:
        """Return the programs that were ended for their system calls; None without a listener."""
        return None if self._listener is None else self._listener.findings

    def kill(self) -> None:
        """Kill all processes: the kernel ends a pid namespace with its pid 1."""
        if self._init is None:
            self.process.kill()
            return
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._init, signal.SIGKILL)

    def end(self) -> None:
        """Kill all processes and wait for their end."""
        self.kill()
        if self._init is not None:
            self.process.wait()  # which ends only after its child

    def close(self) -> None:
        """End everything and close the descriptors."""
        try:
            self.end()
        finally:
            self.process.close()
            if self._init is not None:
                os.close(self._init)
            if self._listener is not None:
                self._listener.close()


class Conversation:
    """A conversation with the run's own shell, over a socket, line by line.

    `speaker` is the host's process id of the last speaker, vouched for by the kernel.
    """

    def __init__(self, wiring: Wiring, cancelled: threading.Event) -> None:
        self._socket = wiring.control
        self._stderr = wiring.stderr
        self._cancelled = cancelled
        self._deadline = time.monotonic() + _PATIENCE_SECONDS
        self._heard = b""
        self._confined = False
        self.speaker = 0

    def send(self, line: bytes) -> None:
        """Send a line. Raises NotStarted if nobody listens."""
        try:
            self._socket.sendall(line)
        except OSError as error:
            raise self._describe_failed_start() from error

    def wait_for(self, word: str) -> None:
        """Wait for this line. Raises NotStarted if it can no longer come."""
        line = f"{word}\n".encode()
        while not self._heard.endswith(line):
            self._wait()
            data, ancillary, _, _ = self._socket.recvmsg(
                _COMPLAINT_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size)
            )
            if not data or len(self._heard) > _COMPLAINT_BYTES:
                raise self._describe_failed_start()
            self._heard += data
            for _, _, credentials in ancillary:
                self.speaker, _, _ = _CREDENTIALS.unpack(credentials)
        self._heard = b""
        self._confined = True

    def _wait(self) -> None:
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        while not waiting.poll(_POLL_SECONDS * 1000):
            if self._cancelled.is_set():
                raise RunCancelled
            if time.monotonic() > self._deadline:
                raise MachineError(f"a run did not start within {_PATIENCE_SECONDS:.0f} seconds")

    def _describe_failed_start(self) -> NotStarted:
        complaint = self._heard
        with contextlib.suppress(OSError):
            complaint += os.read(self._stderr, _COMPLAINT_BYTES)
        return NotStarted(complaint.decode(errors="replace").strip(), confined=self._confined)
