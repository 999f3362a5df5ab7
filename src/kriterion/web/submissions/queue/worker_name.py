"""Names of worker processes that tell whether a process of this machine is still alive.

Process ids are reused, so a name includes the start time. Both are meaningful within one boot of
one machine, and one process namespace.
"""

import os
import socket
from functools import cache
from pathlib import Path

_PROC = Path("/proc")
_HOST_LENGTH = 40


@cache
def own_name() -> str:
    return f"{_place()}/{os.getpid()}-{_started(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a worker is known to be dead; on other machines, only its lease can tell."""
    place, _, process = name.rpartition("/")
    pid, _, started = process.partition("-")
    if name == own_name() or place != _place() or not pid.isdecimal():
        return False
    try:
        return _started(int(pid)) != started
    except OSError:  # such as a lack of descriptors, which says nothing about the other process
        return False


@cache
def host_name() -> str:
    return socket.gethostname()[:_HOST_LENGTH]


@cache
def _place() -> str:
    boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    return f"{host_name()}/{boot}-{(_PROC / 'self/ns/pid').stat().st_ino}"


def _started(pid: int) -> str | None:
    """Return when a process was started, in ticks since boot; None if it does not exist.

    Raises OSError if that cannot be found out.
    """
    try:
        status = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    state, *fields = status.rpartition(")")[2].split()  # the name before may contain anything
    return None if state in "ZX" else fields[18]
