"""Start a run: bubblewrap, and our conversation with the run's own shell."""

import contextlib
import os
import resource
import select
import signal
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from kriterion.errors import MachineError
from kriterion.sandbox.confinement import confining_arguments, confining_command
from kriterion.sandbox.findings import RunFinding
from kriterion.sandbox.group import Group
from kriterion.sandbox.listener import Listener
from kriterion.sandbox.process import Process, has_ended, start
from kriterion.sandbox.run import Run
from kriterion.sandbox.stub import GO, READY, STARTED, stub
from kriterion.sandbox.wiring import ARGUMENTS, SECCOMP, SHELL, Wiring

_PATIENCE_SECONDS = 60.0  # for a start on a very busy machine
_POLL_SECONDS = 0.05
_LEAVING_SECONDS = 1.0  # for processes that die with their parent
_COMPLAINT_BYTES = 16 * 1024
_CREDENTIALS = struct.Struct("=iII")  # of a sender: pid, uid, gid


class Cancelled(Exception):
    """The run was cancelled before its command started."""


class NotStarted(Exception):
    """The run did not get as far as its command.

    `confined` says whether its own shell was reached; `complaint` holds all error messages.
    """

    def __init__(self, complaint: str, *, confined: bool) -> None:
        super().__init__(complaint)
        self.complaint = complaint
        self.confined = confined


class Confined:
    """The processes of a run: bubblewrap and, once known, pid 1 of the run."""

    def __init__(self, process: Process, listener: Listener | None = None) -> None:
        self.process = process
        self._listener = listener
        self._init: int | None = None

    def know(self, init: int) -> None:
        """Remember the host's process id of pid 1, which waits for us."""
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
        """Return what was ended for its system calls; None without a listener."""
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


@contextmanager
def launch(
    run: Run,
    wiring: Wiring,
    group: Group,
    *,
    bubblewrap: Sequence[str],
    user_limits: Mapping[int, int],
    rlimit_memory: bool,
    listened_to: bool,
    meanwhile: Callable[[int], AbstractContextManager[None]],
    cancelled: threading.Event,
) -> Iterator[Confined]:
    """Start a run up to its command; leaving the context kills all of it.

    `user_limits` are the limits of its user: rlimit → maximum. `meanwhile` is entered with the
    process id of pid 1 while that waits, and left at the end. It must be `listened_to` if its
    filter leaves foreign architectures to a listener. Raises NotStarted, Cancelled and
    MachineError.
    """
    script = stub(
        limits=run.limits,
        trees=wiring.trees,
        working_directory=run.working_directory,
        rlimit_memory=rlimit_memory,
    )
    command = confining_command(run, bubblewrap=bubblewrap, script=script, arguments=ARGUMENTS)
    arguments = confining_arguments(
        run, files=wiring.files, shell=SHELL, seccomp=SECCOMP, groups=group.shown
    )
    # A listener starts the run in a thread of its own, which may enter the group first.
    admitted = listened_to and group.admits_threads
    begin = partial(_start_within, group) if admitted else start
    listener = Listener(command, wiring.given, begin=begin) if listened_to else None
    confined = Confined(listener.process if listener else start(command, wiring.given), listener)
    try:
        wiring.close_given()
        _limit(confined.process, user_limits)
        # The kernel may wait some milliseconds when it first moves a process; bubblewrap works
        # meanwhile.
        if group.must_be_root and not admitted:
            _attach(group, confined.process)
        wiring.tell(arguments)
        if not group.must_be_root and not admitted:
            _attach(group, confined.process)
        talk = Conversation(wiring, cancelled)
        talk.hear(READY)
        confined.know(talk.speaker)
        if not admitted:
            group.attach(talk.speaker)
        with meanwhile(talk.speaker):
            talk.say(GO)
            talk.hear(STARTED)
            yield confined
    finally:
        confined.close()
        if not confined.is_known:
            _wait_until_left(wiring.control)


def _start_within(group: Group, command: tuple[str, ...], given: Mapping[int, int]) -> Process:
    """Start a process in the group. Raises MachineError."""
    process = None
    try:
        with group.admit():
            process = start(command, given)
    except BaseException:
        if process is not None:
            process.close()
        raise
    return process


def _limit(process: Process, limits: Mapping[int, int]) -> None:
    """Lower the limits of a process without children."""
    try:
        for what, most in limits.items():
            resource.prlimit(process.pid, what, (most, most))
    except ProcessLookupError:
        return  # it has ended; the caller will find out why
    except OSError as error:
        raise MachineError(f"the limits of a run cannot be set: {error.strerror}") from error


def _attach(group: Group, process: Process) -> None:
    try:
        group.attach(process.pid)
    except MachineError:
        if not has_ended(process.descriptor):
            raise


def _wait_until_left(control: socket.socket) -> None:
    """Wait until the other end is closed. For a run that ended before its shell spoke, that is the
    only sign of its end.
    """
    control.settimeout(_LEAVING_SECONDS)
    with contextlib.suppress(OSError):
        while control.recv(_COMPLAINT_BYTES):
            continue


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

    def say(self, line: bytes) -> None:
        """Send a line. Raises NotStarted if nobody listens."""
        try:
            self._socket.sendall(line)
        except OSError as error:
            raise self._silence() from error

    def hear(self, word: str) -> None:
        """Wait for this line. Raises NotStarted if it can no longer come."""
        line = f"{word}\n".encode()
        while not self._heard.endswith(line):
            self._wait()
            said, ancillary, _, _ = self._socket.recvmsg(
                _COMPLAINT_BYTES, socket.CMSG_SPACE(_CREDENTIALS.size)
            )
            if not said or len(self._heard) > _COMPLAINT_BYTES:
                raise self._silence()
            self._heard += said
            for _, _, credentials in ancillary:
                self.speaker, _, _ = _CREDENTIALS.unpack(credentials)
        self._heard = b""
        self._confined = True

    def _wait(self) -> None:
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        while not waiting.poll(_POLL_SECONDS * 1000):
            if self._cancelled.is_set():
                raise Cancelled
            if time.monotonic() > self._deadline:
                raise MachineError(f"a run did not start within {_PATIENCE_SECONDS:.0f} seconds")

    def _silence(self) -> NotStarted:
        complaint = self._heard
        with contextlib.suppress(OSError):
            complaint += os.read(self._stderr, _COMPLAINT_BYTES)
        return NotStarted(complaint.decode(errors="replace").strip(), confined=self._confined)
