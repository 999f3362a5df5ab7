"""Start a process with exactly the given descriptors; watch and end it by pidfd."""

import contextlib
import fcntl
import os
import select
import signal
from collections.abc import Mapping
from pathlib import Path
from resource import struct_rusage

from kriterion.errors import MachineError

# Above all descriptors of a child, so that passing one never closes another.
_HIGH = 100
# Any other would be visible in pid 1 of a run.
_BARE = {"PATH": "/usr/bin:/bin"}
# A killed process that still exists after this hangs in the kernel.
_PATIENCE_SECONDS = 20.0


class Process:
    """A child of this process, in a session of its own.

    Unlike `subprocess`, this can choose descriptor numbers, which must have one digit for a shell.
    The child does not end with its parent; its sandbox takes care of that.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.descriptor = os.pidfd_open(pid)  # readable once it has ended
        self._ended: tuple[int, struct_rusage] | None = None

    def kill(self) -> None:
        """Kill it unless it has ended."""
        if self._ended is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.descriptor, signal.SIGKILL)

    def wait(self) -> tuple[int, struct_rusage]:
        """Return its exit status, as a shell reports it, and the resources that it and its children
        used.

        Raises MachineError if it does not end although it should.
        """
        if self._ended is None:
            if not has_ended(self.descriptor, _PATIENCE_SECONDS):
                raise MachineError(f"process {self.pid} does not end: it hangs in the kernel")
            _, status, usage = os.wait4(self.pid, 0)
            code = os.waitstatus_to_exitcode(status)
            self._ended = (code if code >= 0 else 128 - code, usage)
        return self._ended

    def close(self) -> None:
        """Kill it, wait for it, and close its descriptor."""
        try:
            self.kill()
            self.wait()
        finally:
            os.close(self.descriptor)


def start(
    command: tuple[str, ...],
    descriptors: Mapping[int, int],
    environment: Mapping[str, str] = _BARE,
) -> Process:
    """Start a program. `descriptors` maps its numbers to ours; it gets no others.

    Raises MachineError without room for another process.
    """
    given: list[int] = []
    try:
        for ours in descriptors.values():
            given.append(fcntl.fcntl(ours, fcntl.F_DUPFD_CLOEXEC, _HIGH))
        actions = [
            *((os.POSIX_SPAWN_CLOSE, other) for other in _find_inherited() - descriptors.keys()),
            *(
                (os.POSIX_SPAWN_DUP2, ours, its)
                for its, ours in zip(descriptors, given, strict=True)
            ),
        ]
        pid = os.posix_spawn(
            command[0],
            command,
            environment,
            file_actions=actions,
            setsid=True,  # a Ctrl-C reaches us only, and we end the run in order
            setsigmask=(),
            setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
        )
    except OSError as error:
        raise MachineError(f"{command[0]}: cannot be started: {error.strerror}") from error
    finally:
        for ours in given:
            os.close(ours)
    try:
        return Process(pid)
    except OSError as error:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        raise MachineError(f"process {pid} cannot be watched: {error.strerror}") from error


def has_ended(descriptor: int, patience_seconds: float = 0.0) -> bool:
    """Whether the process of a pidfd has ended, or ends within that time."""
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(patience_seconds * 1000))


def _find_inherited() -> set[int]:
    """Return descriptors that a child would inherit by mistake."""
    pids = set()
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            if not fcntl.fcntl(int(entry.name), fcntl.F_GETFD) & fcntl.FD_CLOEXEC:
                pids.add(int(entry.name))
    return pids
