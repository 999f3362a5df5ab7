"""Processes of one user: hide them from one another, adopt orphans, find and kill descendants."""

from __future__ import annotations

import os

from kriterion_tools.fence.kernel import control_process, drop_capabilities

TYPE_CHECKING = False  # `typing` takes longer to import than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

_SET_DUMPABLE = 4
_SET_CHILD_SUBREAPER = 36
_SET_NO_NEW_PRIVILEGES = 38

_SIGKILL = 9  # `signal` imports `enum`, which takes 3 ms

_LONGEST_LINEAGE = 50  # the filter compares with each, and its jumps have a short range


def hide() -> None:
    """Deny other processes of the same user access to this one's memory and open files."""
    control_process(_SET_DUMPABLE, 0)


def show() -> None:
    """Undo `hide`, which a fork inherits, so that a program can read its own /proc/self."""
    control_process(_SET_DUMPABLE, 1)


def adopt_orphans() -> None:
    """Become the parent of orphaned descendants, so that none escapes."""
    control_process(_SET_CHILD_SUBREAPER, 1)


def drop_privileges() -> None:
    """Drop all capabilities, for this process and the programs that it starts."""
    control_process(_SET_NO_NEW_PRIVILEGES, 1)
    drop_capabilities()


def list_lineage(pid: int) -> tuple[int, ...]:
    """Return the ids of the process, its ancestors and their process groups."""
    pids: dict[int, None] = {}
    for _ in range(_LONGEST_LINEAGE):
        if pid <= 0:
            break
        try:
            pids |= {pid: None, os.getpgid(pid): None}
        except ProcessLookupError:  # the process has ended
            break
        pid = _read_parent(pid)
    return tuple(pid for pid in pids if pid > 0)


def is_counted_alone() -> bool:
    """Tell whether the kernel counts this user's processes within this sandbox only.

    It does so in a user namespace. Elsewhere it also counts those in other containers, which are
    invisible here.
    """
    initial_namespace = [b"0", b"0", b"4294967295"]
    return read_proc("/proc/self/uid_map").split() != initial_namespace


def count_tasks() -> int:
    """Count the visible threads of this user: about what RLIMIT_NPROC counts."""
    mine = str(os.getuid()).encode()
    states = (
        _read_status(int(entry.name)) for entry in os.scandir("/proc") if entry.name.isdigit()
    )
    return sum(
        int(state[b"Threads"]) for state in states if state and state[b"Uid"].split()[0] == mine
    )


def list_descendants(pid: int) -> Iterator[int]:
    """Yield all descendants, parents first, including those that end meanwhile."""
    waiting, seen = [pid], {pid}
    while waiting:
        for child in _list_children(waiting.pop()):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                yield child


def kill_descendants(pid: int) -> None:
    """Kill all current descendants. Those that fork meanwhile need another call."""
    for descendant in tuple(list_descendants(pid)):
        try:
            os.kill(descendant, _SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def read_proc(file: str) -> bytes:
    """Return the content of a file in /proc. Raises OSError."""
    with open(file, "rb") as opened:
        return opened.read()


def _list_children(pid: int) -> Iterator[int]:
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            yield from map(int, read_proc(f"/proc/{pid}/task/{task}/children").split())
    except OSError:  # the process has ended
        return


def _read_parent(pid: int) -> int:
    return int(_read_status(pid).get(b"PPid", 0))


def _read_status(pid: int) -> dict[bytes, bytes]:
    """Return the fields of /proc/PID/status; empty if the process has ended."""
    try:
        lines = read_proc(f"/proc/{pid}/status").splitlines()
    except OSError:
        return {}
    return {key: value for key, _, value in (line.partition(b":") for line in lines)}
