"""Names of worker processes, which tell whether one of this machine is still there.

A process id is used again by others: with the moment its process was started it is not. Both mean
something on one boot of one machine only, and within one namespace of processes.
"""

import os
import socket
from functools import cache
from pathlib import Path

_PROC = Path("/proc")
_HOST_LENGTH = 40


@cache
def own_name() -> str:
    """The name of this process."""
    return f"{_place()}/{os.getpid()}-{_started(os.getpid())}"


def is_gone(name: str) -> bool:
    """Whether a worker is known to be dead; of one elsewhere, only its lease can tell."""
    place, _, process = name.rpartition("/")
    pid, _, started = process.partition("-")
    return place == _place() and pid.isdecimal() and _started(int(pid)) != started


@cache
def host_name() -> str:
    """What this machine is called."""
    return socket.gethostname()[:_HOST_LENGTH]


@cache
def _place() -> str:
    boot = (_PROC / "sys/kernel/random/boot_id").read_text(encoding="ascii")[:8]
    return f"{host_name()}/{boot}-{(_PROC / 'self/ns/pid').stat().st_ino}"


def _started(pid: int) -> str | None:
    """When a process was started, in ticks since the machine was; None when there is none."""
    try:
        status = (_PROC / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    state, *fields = status.rpartition(")")[2].split()  # its own name may hold anything before that
    return None if state in "ZX" else fields[18]
