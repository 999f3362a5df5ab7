"""Processes whose forbidden system calls are told to us before they are ended.

A program made for another machine (32-bit on a 64-bit kernel) has other numbers for system calls.
A filter can only kill it, and whoever started it learns of a signal, at best. So the process that
becomes the sandbox is started under a filter that asks us instead: we note who called what, and
end the caller by the signal that a filter would have sent.

The kernel applies a filter to a thread and to all that it starts. So every run is started from a
thread of its own. That thread stays until the run is over, for a child may be killed when the
thread ends that started it (PR_SET_PDEATHSIG), and meanwhile it answers.
Source: Linux, seccomp_unotify(2), include/uapi/linux/seccomp.h.
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
from kriterion.sandbox.findings import RunFinding, forbidden_call
from kriterion.sandbox.process import Process, start
from kriterion.sandbox.seccomp import STRICT, Filter, find_architecture, listening_program
from kriterion.sandbox.syscalls import OTHER_NUMBERINGS
from kriterion_tools.errors import KriterionError

_SET_MODE_FILTER, _NEW_LISTENER = 1, 8
_SET_NO_NEW_PRIVS = 38
_RECEIVE, _SEND, _IS_VALID = 0xC0502100, 0xC0182101, 0x40082102
_NOTIFICATION = struct.Struct("=QIIiIQ6Q")  # id, pid, flags; number, audit, ip, arguments
_RESPONSE = struct.Struct("=QqiI")  # id, value, error, flags
# A program may call again and again. After so many, nobody listens: the kernel says ENOSYS.
_MOST_CALLS = 200
_ELF_32 = b"\x7fELF\x01"
_NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
_MOST_KINDS = 8  # that are kept for staff


@dataclass(frozen=True, kw_only=True, slots=True)
class _Call:
    """A forbidden call: whose, in which numbering, and its name there.

    `is_foreign` says that the program is made for that numbering.
    """

    program: str
    architecture: str
    name: str
    is_foreign: bool


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_void_p))


class Listener:
    """Starts one process, and hears of forbidden calls of it and of all it starts."""

    def __init__(
        self,
        command: tuple[str, ...],
        descriptors: Mapping[int, int],
        environment: Mapping[str, str] | None = None,
        filter_: Filter = STRICT,
        begin: Callable[..., Process] = start,
    ) -> None:
        """`begin` starts the process, in the thread that stays.

        Raises MachineError when it cannot be started, or not be listened to.
        """
        self._program = listening_program(filter_=filter_)
        self._calls: dict[_Call, int] = {}
        self._warned: set[int] = set()
        try:
            self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        except OSError as error:
            raise _unwatched(error.strerror) from error
        self._started = threading.Event()
        self._process: Process | None = None  # until it is known that it was started
        self._failure: Exception | None = None
        given = {} if environment is None else {"environment": environment}
        self._thread = threading.Thread(
            target=self._live, args=(lambda: begin(command, descriptors, **given),), daemon=True
        )
        try:
            self._thread.start()
        except RuntimeError as error:
            os.close(self._stop)
            raise _unwatched(str(error)) from error
        self._started.wait()
        if self._process is None:
            self.close()
            raise self._failure or _unwatched("no reason")
        self.process: Process = self._process

    @property
    def findings(self) -> tuple[RunFinding, ...]:
        """What was called until now, each kind once."""
        return tuple(
            forbidden_call(
                program=call.program,
                architecture=call.architecture,
                call=call.name,
                is_foreign=call.is_foreign,
                count=count,
            )
            for call, count in self._calls.copy().items()
        )

    def close(self) -> None:
        """Stop listening, when the process has ended: it may be killed by this."""
        if self._stop >= 0:
            os.eventfd_write(self._stop, 1)
            self._thread.join()
            os.close(self._stop)
            self._stop = -1

    def _live(self, begin: Callable[[], Process]) -> None:
        """The life of the thread."""
        descriptor = -1
        try:
            descriptor = _listen(self._program)
            self._process = begin()
        except (OSError, KriterionError) as error:
            is_ours = isinstance(error, KriterionError)
            self._failure = error if is_ours else _unwatched(str(error))
            if not is_ours:
                self._failure.__cause__ = error
        finally:
            self._started.set()
        try:
            if self._process is not None:
                self._hear(descriptor)
        finally:
            if descriptor >= 0:
                os.close(descriptor)

    def _hear(self, descriptor: int) -> None:
        """Answer until we are to stop; the thread stays until then, even when nobody listens."""
        waiting = select.poll()
        waiting.register(self._stop, select.POLLIN)
        waiting.register(descriptor, select.POLLIN)
        heard = 0
        while True:
            ready = dict(waiting.poll())
            if self._stop in ready:
                return
            if heard == _MOST_CALLS or ready[descriptor] & ~select.POLLIN:
                waiting.unregister(descriptor)
                # Whoever waits for an answer is let go by the end of the last descriptor. This way
                # it ends, and its number stays ours, also when there is no room for another.
                os.dup2(self._stop, descriptor, inheritable=False)
                continue
            heard += 1
            self._answer(descriptor)

    def _answer(self, descriptor: int) -> None:
        notification = bytearray(_NOTIFICATION.size)
        try:
            fcntl.ioctl(descriptor, _RECEIVE, notification)
        except OSError:  # it was killed meanwhile
            return
        asked, pid, _, number, audit, *_ = _NOTIFICATION.unpack(notification)
        self._note(_called(number, audit, pid))
        self._end(pid, descriptor, asked)
        with contextlib.suppress(OSError):  # it is dead
            fcntl.ioctl(descriptor, _SEND, bytearray(_RESPONSE.pack(asked, 0, -errno.ENOSYS, 0)))

    def _end(self, pid: int, descriptor: int, asked: int) -> None:
        """End a caller, which waits for our answer. One that is not to be seen gets no signal.

        One that has outlived the signal of a filter is killed.
        """
        with contextlib.suppress(OSError, StopIteration):
            process = _process_of(pid)
            held = os.pidfd_open(process)
            try:
                # Only now it is sure that the number was not given to somebody else.
                fcntl.ioctl(descriptor, _IS_VALID, struct.pack("=Q", asked))
                number = signal.SIGKILL if process in self._warned else signal.SIGSYS
                self._warned.add(process)
                signal.pidfd_send_signal(held, number)
            finally:
                os.close(held)

    def _note(self, call: _Call) -> None:
        if call in self._calls or len(self._calls) < _MOST_KINDS:
            self._calls[call] = self._calls.get(call, 0) + 1


@cache
def can_listen(*, no_new_privs: bool = True) -> bool:
    """Whether this machine and this user have listeners. Tried out once, in a thread that ends.

    Who is not root needs `no_new_privs`, under which nothing that is started can become somebody
    else: neither newuidmap nor a bubblewrap that is set-user-id.
    Raises MachineError when there is no room to try, SandboxUnavailable on an unknown machine.
    """
    program = listening_program()
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
        raise _unwatched(str(error)) from error
    thread.join()
    for failure in errors:
        if failure.errno in _NO_ROOM:  # which says nothing about the next time
            raise _unwatched(failure.strerror) from failure
    return not errors


def _listen(program: bytes, *, no_new_privs: bool = True) -> int:
    """Put this thread under a filter; the descriptor by which it asks. Raises OSError."""
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


def _unwatched(why: str | None) -> MachineError:
    return MachineError(f"a run's system calls cannot be watched: {why or 'no reason'}")


def _called(number: int, audit: int, pid: int) -> _Call:
    own = find_architecture()
    architecture, name = OTHER_NUMBERINGS.get(audit, hex(audit)), ""
    if audit == own.audit:  # the numbering that begins where its own ends
        architecture, number = "x32", number - (own.first_foreign or 0)
    for known in own.foreign:
        if known.audit == audit:
            architecture = known.name
            name = next((name for name, its in known.numbers.items() if its == number), "")
    return _Call(
        program=_program_of(pid),
        architecture=architecture,
        name=name or f"number {number}",
        is_foreign=_is_32_bit(pid),
    )


def _program_of(pid: int) -> str:
    try:
        name = Path(f"/proc/{pid}/comm").read_bytes().decode(errors="replace")
    except OSError:
        return ""
    return "".join(letter if letter.isprintable() else "?" for letter in name.strip("\n"))


def _is_32_bit(pid: int) -> bool:
    """Whether a process runs a 32-bit program, as far as can be seen."""
    with contextlib.suppress(OSError), Path(f"/proc/{pid}/exe").open("rb") as program:
        return program.read(5) == _ELF_32
    return False


def _process_of(thread: int) -> int:
    """The process that a thread belongs to. Raises OSError and StopIteration."""
    lines = Path(f"/proc/{thread}/status").read_text(errors="replace").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("Tgid:")))
