"""Processes of one user among each other: who may look into whom, who adopts whom, who goes."""

from __future__ import annotations

import os

from kriterion_tools.fence.kernel import control_process, drop_capabilities

TYPE_CHECKING = False  # `typing` takes longer to load than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterator

_SET_DUMPABLE = 4
_SET_CHILD_SUBREAPER = 36
_SET_NO_NEW_PRIVILEGES = 38

_SIGKILL = 9  # `signal` loads `enum`: 3 ms

_LONGEST_LINEAGE = 50  # a filter compares each by itself, and its jumps are short


def hide() -> None:
    """Keep other processes of the same user out of this one's memory and open files."""
    control_process(_SET_DUMPABLE, 0)


def show() -> None:
    """Undo `hide`, which a fork inherits: programs may look into their own /proc/self."""
    control_process(_SET_DUMPABLE, 1)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends, so that none gets away."""
    control_process(_SET_CHILD_SUBREAPER, 1)


def give_up_privileges() -> None:
    """Have no capability any more, root or not, and get none by any program that is started."""
    control_process(_SET_NO_NEW_PRIVILEGES, 1)
    drop_capabilities()


def lineage(pid: int) -> tuple[int, ...]:
    """The process, its parent and so on, and the groups that they belong to."""
    found: dict[int, None] = {}
    for _ in range(_LONGEST_LINEAGE):
        if pid <= 0:
            break
        try:
            found |= {pid: None, os.getpgid(pid): None}
        except ProcessLookupError:  # it ends meanwhile, and nothing is above it any more
            break
        pid = _parent(pid)
    return tuple(one for one in found if one > 0)


def is_counted_alone() -> bool:
    """Whether the kernel counts this user's processes for this sandbox only.

    It does in a user namespace of the sandbox's own. Elsewhere it counts those in other containers
    too, of which nothing can be seen from here.
    """
    everybody = [b"0", b"0", b"4294967295"]
    return content("/proc/self/uid_map").split() != everybody


def count_tasks() -> int:
    """Threads of this user that can be seen from here: what RLIMIT_NPROC counts, or nearly so."""
    mine = str(os.getuid()).encode()
    seen = (_state(int(entry.name)) for entry in os.scandir("/proc") if entry.name.isdigit())
    return sum(int(one[b"Threads"]) for one in seen if one and one[b"Uid"].split()[0] == mine)


def descendants(pid: int) -> Iterator[int]:
    """All that descend from it, each parent before its children; those that end meanwhile, too."""
    waiting, seen = [pid], {pid}
    while waiting:
        for child in _children(waiting.pop()):
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                yield child


def kill_descendants(pid: int) -> None:
    """Kill all descendants it has at this moment; those that fork meanwhile need a second go."""
    for descendant in tuple(descendants(pid)):
        try:
            os.kill(descendant, _SIGKILL)
        except (ProcessLookupError, PermissionError):
            continue


def content(file: str) -> bytes:
    """What a file of /proc holds. Raises OSError."""
    with open(file, "rb") as opened:
        return opened.read()


def _children(pid: int) -> Iterator[int]:
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            yield from map(int, content(f"/proc/{pid}/task/{task}/children").split())
    except OSError:  # it has ended meanwhile
        return


def _parent(pid: int) -> int:
    return int(_state(pid).get(b"PPid", 0))


def _state(pid: int) -> dict[bytes, bytes]:
    """What the kernel tells of a process; nothing of one that has ended."""
    try:
        lines = content(f"/proc/{pid}/status").splitlines()
    except OSError:
        return {}
    return {key: value for key, _, value in (line.partition(b":") for line in lines)}
