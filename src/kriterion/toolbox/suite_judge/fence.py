"""What the kernel is asked to do about processes: who adopts orphans, who may be looked into."""

import ctypes
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36

_libc = ctypes.CDLL(None, use_errno=True)


def hide_process() -> None:
    """Keep other processes of the same user out of this one's memory and open files."""
    _libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def show_process() -> None:
    """Undo `hide_process`, which a fork inherits: programs may look into their own /proc/self."""
    _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends, so that none gets away."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def limit_resources(memory_bytes: int, file_bytes: int) -> None:
    """A second line behind the sandbox's own limits, for this process and those it starts.

    RLIMIT_DATA, not RLIMIT_AS: runtimes reserve far more address space than they use.
    """
    for what, most in (
        (resource.RLIMIT_DATA, memory_bytes),
        (resource.RLIMIT_FSIZE, file_bytes),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))


def kill_descendants(pid: int) -> None:
    """Kill all descendants it has at this moment; those that fork meanwhile need a second go."""
    for descendant in tuple(_descendants(pid)):
        try:
            os.kill(descendant, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def _descendants(pid: int) -> Iterator[int]:
    waiting, seen = [pid], {pid}
    while waiting:
        for child in _children(waiting.pop()):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                yield child


def _children(pid: int) -> Iterator[int]:
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from map(int, (task / "children").read_bytes().split())
    except OSError:  # it has ended meanwhile
        return
