"""Names of worker processes, from which others on this machine see whether a worker is alive.

Process ids are reused, so a name includes the start time. Both have a meaning only within one boot
of one machine and one process namespace, so a name includes these as well.
"""

import os
import socket
from functools import cache
from pathlib import Path

_PROC = Path("/proc")
_HOST_LENGTH = 40


@cache
def name_this_worker() -> str:
    return f"{_find_process_scope()}/{os.getpid()}-{_start_ticks(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a worker is known to be dead; on other machines, only its lease can tell."""
    scope, _, process = name.rpartition("/")
    pid, _, ticks = process.partition("-")
    if name == name_this_worker() or scope != _find_process_scope() or not pid.isdecimal():
        return False
    try:
        return _start_ticks(int(pid)) != ticks
    except OSError:  # no permission or no descriptors: the process may be alive
        return False


@cache
def name_this_host() -> str:
    return socket.gethostname()[:_HOST_LENGTH]


@cache
def _find_process_scope() -> str:
    boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    return f"{name_this_host()}/{boot}-{(_PROC / 'self/ns/pid').stat().st_ino}"


def _start_ticks(pid: int) -> str | None:
    """Return when a process was started, in ticks since boot; None if it does not exist.

    Raises OSError if the process cannot be inspected.
    """
    try:
        status = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    state, *fields = status.rpartition(")")[2].split()  # skips the name, which may contain anything
    return None if state in "ZX" else fields[18]
