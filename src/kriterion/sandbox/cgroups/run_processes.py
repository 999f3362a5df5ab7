"""The processes of a run as /proc shows them from outside."""

from collections.abc import Iterator
from dataclasses import dataclass
from os import sysconf
from pathlib import Path

_TICKS = sysconf("SC_CLK_TCK")
# Shared memory is private to the run, too, and no other field includes it.
_OWN = ("RssAnon:", "RssShmem:")
_RUNNABLE = "R"  # running or waiting for a processor
_DISK = "D"
_BUSY = (_RUNNABLE, _DISK)
_ASLEEP = "S"
# The kernel function in which a thread waits for its child after vfork, by kernel version. Its
# state is the same as for waiting for a disk.
_VFORK = ("kernel_clone", "wait_for_vfork_done", "_do_fork", "do_fork")


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """A process tree's CPU time so far, including waited-for children, and its memory now."""

    cpu_seconds: float
    memory_bytes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Threads:
    """How many threads of a tree want a processor, and how many wait for a disk."""

    runnable: int
    waiting_for_disk: int = 0


_FILTERED = "2"  # the mode of a process with filters


def find_descendants(root: int) -> Iterator[int]:
    """Yield the descendants of a process."""
    return (pid for pid in _walk_tree(root) if pid != root)


def find_session_processes(session: int) -> Iterator[int]:
    """Yield the live processes of a session, regardless of their parents."""
    for pid in _list_numbers("/proc"):
        fields = _read_stat(f"/proc/{pid}")
        if len(fields) > 3 and fields[0] != "Z" and int(fields[3]) == session:
            yield pid


def measure_usage(root: int) -> Usage:
    """Return the resources that a process and its descendants use."""
    cpu_ticks = memory_bytes = 0
    for pid in _walk_tree(root):
        fields = _read_stat(f"/proc/{pid}")
        if len(fields) > 21:
            cpu_ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
            memory_bytes += _measure_private_memory(pid)
    return Usage(cpu_seconds=cpu_ticks / _TICKS, memory_bytes=memory_bytes)


def measure_shared_memory(root: int) -> int:
    """Return the memory of a process and its descendants, dividing shared memory among its users.

    Exact, but too slow for sampling.
    """
    return sum(map(_measure_proportional_memory, _walk_tree(root)))


def is_busy(root: int) -> bool:
    """Whether any thread of a process or its descendants is runnable or waits for a disk."""
    return any(state in _BUSY for state in _list_thread_states(root))


def count_threads(root: int) -> Threads:
    """Count what the threads of a process and its descendants wait for now."""
    states = list(_list_thread_states(root))
    return Threads(runnable=states.count(_RUNNABLE), waiting_for_disk=states.count(_DISK))


def count_filters(pid: int) -> int:
    """Return the number of a process's system-call filters; before Linux 5.9, at most one is
    visible.
    """
    status = dict(
        line.split(":", 1) for line in _read(f"/proc/{pid}/status").splitlines() if ":" in line
    )
    if status.get("Seccomp", "").strip() != _FILTERED:
        return 0
    return int(status.get("Seccomp_filters", "1"))


def _list_thread_states(root: int) -> Iterator[str]:
    for pid in _walk_tree(root):
        for thread in _list_numbers(f"/proc/{pid}/task"):
            if fields := _read_stat(f"/proc/{pid}/task/{thread}"):
                is_parent = fields[0] == _DISK and _is_waiting_for_child(pid, thread)
                yield _ASLEEP if is_parent else fields[0]


def _is_waiting_for_child(pid: int, thread: int) -> bool:
    """Whether a thread waits for its vfork child rather than a disk, possibly forever.

    False if the kernel does not tell.
    """
    return _read(f"/proc/{pid}/task/{thread}/wchan").partition(".")[0] in _VFORK


def _walk_tree(root: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        yield pid
        for thread in _list_numbers(f"/proc/{pid}/task"):
            waiting.extend(map(int, _read(f"/proc/{pid}/task/{thread}/children").split()))


def _measure_private_memory(pid: int) -> int:
    """Return private memory, without programs, libraries and files; shared memory counts for each
    user.
    """
    rows = (line.split() for line in _read(f"/proc/{pid}/status").splitlines())
    return sum(int(row[1]) * 1024 for row in rows if row and row[0] in _OWN)


def _measure_proportional_memory(pid: int) -> int:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return _measure_private_memory(pid)


def _read_stat(place: str) -> list[str]:
    """Return the fields after the name (which may contain anything), or nothing if it is gone."""
    return _read(f"{place}/stat").rpartition(")")[2].split()


def _list_numbers(directory: str) -> list[int]:
    try:
        return [int(entry.name) for entry in Path(directory).iterdir() if entry.name.isdigit()]
    except OSError:
        return []


def _read(file: str) -> str:
    try:
        return Path(file).read_text(errors="replace")
    except OSError:
        return ""
