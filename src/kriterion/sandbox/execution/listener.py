"""Observe the forbidden system calls of processes before ending them.

A program built for another architecture (32-bit on a 64-bit kernel) has other numbers for system
calls. A filter can only kill it, which shows as a signal at best. So the process that becomes the
sandbox starts under a filter that asks us instead: we record the caller and the call, then end the
caller with the signal that a filter would have sent.

The kernel applies a filter to a thread and to everything it starts. So each run is started from a
thread of its own. That thread stays until the run is over, because a child may be killed when the
thread that started it ends (PR_SET_PDEATHSIG); meanwhile it answers. Source: Linux,
seccomp_unotify(2), include/uapi/linux/seccomp.h.
"""

import contextlib
import ctypes
import errno
import fcntl
import os
import select
import signal
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.sandbox.execution.pidfd_process import Process, start
from kriterion.sandbox.findings import RunFinding, report_forbidden_call
from kriterion.sandbox.seccomp.filter_program import (
    STRICT,
    Filter,
    compile_listener_filter,
    find_architecture,
)
from kriterion.sandbox.seccomp.syscalls import OTHER_NUMBERINGS
from kriterion_tools.errors import KriterionError

_SET_MODE_FILTER, _NEW_LISTENER = 1, 8
_SET_NO_NEW_PRIVS = 38
_RECEIVE, _SEND, _IS_VALID = 0xC0502100, 0xC0182101, 0x40082102
_NOTIFICATION = struct.Struct("=QIIiIQ6Q")  # id, pid, flags; number, audit, ip, arguments
_RESPONSE = struct.Struct("=QqiI")  # id, value, error, flags
# A program may repeat its calls endlessly. After this many, listening stops: the kernel says
# ENOSYS.
_MAX_CALLS = 200
_ELF_32 = b"\x7fELF\x01"
_NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_MAX_KINDS = 8  # kept for staff


@dataclass(frozen=True, kw_only=True, slots=True)
class _Call:
    """A forbidden call: its process, architecture and name.

    `is_foreign`: the program is built for that architecture.
    """

    program: str
    architecture: str
    name: str
    is_foreign: bool


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


class Listener:
    """Starts a process, and observes forbidden calls of it and its descendants."""

    def __init__(
        self,
        command: tuple[str, ...],
        descriptors: Mapping[int, int],
        environment: Mapping[str, str] | None = None,
        filter_: Filter = STRICT,
        begin: Callable[..., Process] = start,
    ) -> None:
        """`begin` starts the process, in the thread that stays.

        Raises MachineError if it cannot be started or observed.
        """
        self._program = compile_listener_filter(filter_=filter_)
        self._calls: dict[_Call, int] = {}
        self._warned: set[int] = set()
        try:
            self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        except OSError as error:
            raise _make_unobserved_error(error.strerror) from error
        self._started = threading.Event()
        self._process: Process | None = None  # until it has started
        self._failure: Exception | None = None
        given = {} if environment is None else {"environment": environment}
        self._thread = threading.Thread(
            target=self._run_thread,
            args=(lambda: begin(command, descriptors, **given),),
            daemon=True,
        )
        try:
            self._thread.start()
        except RuntimeError as error:
            os.close(self._stop)
            raise _make_unobserved_error(str(error)) from error
        self._started.wait()
        if self._process is None:
            self.close()
            raise self._failure or _make_unobserved_error("no reason")
        self.process: Process = self._process

    @property
    def findings(self) -> tuple[RunFinding, ...]:
        """Return the calls so far, each kind once."""
        return tuple(
            report_forbidden_call(
                program=call.program,
                architecture=call.architecture,
                call=call.name,
                is_foreign=call.is_foreign,
                count=count,
            )
            for call, count in self._calls.copy().items()
        )

    def close(self) -> None:
        """Stop listening after the process has ended: this may kill it."""
        if self._stop >= 0:
            os.eventfd_write(self._stop, 1)
            self._thread.join()
            os.close(self._stop)
            self._stop = -1

    def _run_thread(self, begin: Callable[[], Process]) -> None:
        """Start the process, then answer: the main function of the thread."""
        descriptor = -1
        try:
            descriptor = _listen(self._program)
            self._process = begin()
        except (OSError, KriterionError) as error:
            is_ours = isinstance(error, KriterionError)
            self._failure = error if is_ours else _make_unobserved_error(str(error))
            if not is_ours:
                self._failure.__cause__ = error
        finally:
            self._started.set()
        try:
            if self._process is not None:
                self._answer_queries(descriptor)
        finally:
            if descriptor >= 0:
                os.close(descriptor)

    def _answer_queries(self, descriptor: int) -> None:
        """Answer until stopped; the thread stays until then, even if nobody calls."""
        waiting = select.poll()
        waiting.register(self._stop, select.POLLIN)
        waiting.register(descriptor, select.POLLIN)
        received = 0
        while True:
            ready = dict(waiting.poll())
            if self._stop in ready:
                return
            if received == _MAX_CALLS or ready[descriptor] & ~select.POLLIN:
                waiting.unregister(descriptor)
                # Closing the last descriptor releases callers that wait for an answer. This way
                # they end, and the number stays ours, even if there is no room for another.
                os.dup2(self._stop, descriptor, inheritable=False)
                continue
            received += 1
            self._answer(descriptor)

    def _answer(self, descriptor: int) -> None:
        notification = bytearray(_NOTIFICATION.size)
        try:
            fcntl.ioctl(descriptor, _RECEIVE, notification)
        except OSError:  # it was killed meanwhile
            return
        asked, pid, _, number, audit, *_ = _NOTIFICATION.unpack(notification)
        self._record_call(_describe_call(number, audit, pid))
        self._end_caller(pid, descriptor, asked)
        with contextlib.suppress(OSError):  # it is dead
            fcntl.ioctl(descriptor, _SEND, bytearray(_RESPONSE.pack(asked, 0, -errno.ENOSYS, 0)))

    def _end_caller(self, pid: int, descriptor: int, notification: int) -> None:
        """End a caller that waits for our answer. An invisible one gets no signal.

        A caller that survives the filter's signal is killed.
        """
        with contextlib.suppress(OSError, StopIteration):
            process = _find_process(pid)
            pidfd = os.pidfd_open(process)
            try:
                # Only now is it certain that the number was not reused.
                fcntl.ioctl(descriptor, _IS_VALID, struct.pack("=Q", notification))
                number = signal.SIGKILL if process in self._warned else signal.SIGSYS
                self._warned.add(process)
                signal.pidfd_send_signal(pidfd, number)
            finally:
                os.close(pidfd)

    def _record_call(self, call: _Call) -> None:
        if call in self._calls or len(self._calls) < _MAX_KINDS:
            self._calls[call] = self._calls.get(call, 0) + 1


@cache
def can_listen(*, no_new_privs: bool = True) -> bool:
    """Whether this machine and user support listeners, found out by starting one in a thread.

    Without root, a listener needs `no_new_privs`, which stops programs such as newuidmap or a
    set-user-id bubblewrap from gaining privileges. Raises MachineError if the machine
    lacks the resources to find out, and SandboxUnavailable on an unknown machine.
    """
    program = compile_listener_filter()
    errors: list[OSError] = []

    def listen() -> None:
        try:
            os.close(_listen(program, no_new_privs=no_new_privs))
        except OSError as error:
            errors.append(error)

    thread = threading.Thread(target=listen)
    try:
        thread.start()
    except RuntimeError as error:
        raise _make_unobserved_error(str(error)) from error
    thread.join()
    for failure in errors:
        if failure.errno in _NO_ROOM:  # says nothing about the next time
            raise _make_unobserved_error(failure.strerror) from failure
    return not errors


def _listen(program: bytes, *, no_new_privs: bool = True) -> int:
    """Put this thread under a filter; return the descriptor for its questions. Raises OSError."""
    kept = ctypes.create_string_buffer(program, len(program))
    described = _Program(length=len(program) // 8, instructions=ctypes.addressof(kept))
    number = find_architecture().numbers["seccomp"]
    library = ctypes.CDLL(None, use_errno=True)

    def load() -> int:
        return int(
            library.syscall(number, _SET_MODE_FILTER, _NEW_LISTENER, ctypes.byref(described))
        )

    descriptor = load()
    if descriptor < 0 and ctypes.get_errno() == errno.EACCES and no_new_privs:
        library.prctl(_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        descriptor = load()
    if descriptor < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return descriptor


def _make_unobserved_error(why: str | None) -> MachineError:
    return MachineError(f"a run's system calls cannot be watched: {why or 'no reason'}")


def _describe_call(number: int, audit: int, pid: int) -> _Call:
    own = find_architecture()
    architecture, name = OTHER_NUMBERINGS.get(audit, hex(audit)), ""
    if audit == own.audit:  # the architecture whose numbers follow its own
        architecture, number = "x32", number - (own.first_foreign or 0)
    for foreign in own.foreign:
        if foreign.audit == audit:
            architecture = foreign.name
            name = next((name for name, its in foreign.numbers.items() if its == number), "")
    return _Call(
        program=_find_program(pid),
        architecture=architecture,
        name=name or f"number {number}",
        is_foreign=_is_32_bit(pid),
    )


def _find_program(pid: int) -> str:
    try:
        name = Path(f"/proc/{pid}/comm").read_bytes().decode(errors="replace")
    except OSError:
        return ""
    return "".join(letter if letter.isprintable() else "?" for letter in name.strip("\n"))


def _is_32_bit(pid: int) -> bool:
    """Whether a process runs a 32-bit program, as far as visible."""
    with contextlib.suppress(OSError), Path(f"/proc/{pid}/exe").open("rb") as program:
        return program.read(5) == _ELF_32
    return False


def _find_process(thread: int) -> int:
    """Return the process of a thread. Raises OSError and StopIteration."""
    lines = Path(f"/proc/{thread}/status").read_text(errors="replace").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Tgid:")))
