"""Measures the time that counts towards the limit of student code.

This is the CPU time of all its processes plus the time in which all of them are idle. Waiting for a
processor or a disk does not count, because it depends on the load of the machine. On an otherwise
idle machine, a single process takes as long as by the wall clock. Real time is a last resort only.
"""

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kriterion_tools.fence import user_processes as processes

_TICK_SECONDS = 0.05
_SOONEST_SECONDS = 0.005  # the kernel reports CPU time in hundredths
_KERNEL_TICKS = os.sysconf("SC_CLK_TCK")
# Running or waiting for a processor, and waiting for a disk.
_BUSY = ("R", "D")


class Clock:
    """The time that all descendants of `root` have taken. `root` must reap them.

    No time is left once `time.monotonic()` reaches `last_resort`.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._seen: dict[tuple[int, str], int] = {}
        self._computed = 0.0
        self._computed_before = 0.0  # `_computed` at the last idleness check
        self._idle = 0.0
        self._carried_over = 0.0  # real time since that check, in steps that have ended
        self._resumed: float | None = None
        self.last_resort = math.inf

    @property
    def seconds(self) -> float:
        """The time taken as of the last `update`."""
        return self._computed + self._idle

    def after(self, seconds: float) -> float:
        """Return the reading of the clock after this many more seconds."""
        self._count(_take_snapshot(self._root))
        return self.seconds + seconds

    def seconds_left(self, until: float) -> float:
        """Return the seconds until the clock shows `until`; none are left after `last_resort`."""
        return until - self.seconds if time.monotonic() < self.last_resort else -math.inf

    @contextmanager
    def count_idle_time(self) -> Iterator[None]:
        """Count idle time only within this context: elsewhere the processes wait for the judge."""
        self._resumed = time.monotonic()
        try:
            yield
        finally:
            self._carried_over = self._measure_elapsed_seconds()
            self._resumed = None
            self._count(_take_snapshot(self._root))

    def seconds_until_update(self, until: float) -> float:
        """Return the real seconds until the next `update` is useful."""
        return max(
            min(_TICK_SECONDS - self._measure_elapsed_seconds(), self.seconds_left(until)),
            _SOONEST_SECONDS,
        )

    def update(self, until: float, *, quiet: bool) -> None:
        """Update the clock if an update is due. Idle time counts only if the processes are `quiet`.

        A process that has just sent something may have waited for the judge to read it.
        """
        elapsed = self._measure_elapsed_seconds()
        if elapsed < min(_TICK_SECONDS, self.seconds_left(until)):
            return
        snapshot = _take_snapshot(self._root)
        self._count(snapshot)
        if not quiet:
            return
        if not snapshot.is_busy:
            # After a late check, the time in between is unknown.
            known = min(elapsed, 2 * _TICK_SECONDS)
            self._idle += max(known - (self._computed - self._computed_before), 0)
        self._computed_before = self._computed
        self._carried_over = 0.0
        self._resumed = time.monotonic()

    def _measure_elapsed_seconds(self) -> float:
        """Return the real time since the last idleness check, without the time between steps."""
        running = 0.0 if self._resumed is None else time.monotonic() - self._resumed
        return self._carried_over + running

    def _count(self, snapshot: "_Snapshot") -> None:
        """Add up the CPU time. The kernel's own sum misses children that are never waited for, so
        what was once seen of a process keeps counting.
        """
        self._seen |= snapshot.own_ticks
        ticks = max(snapshot.ticks, sum(self._seen.values()))
        self._computed = max(self._computed, ticks / _KERNEL_TICKS)


class _Snapshot(NamedTuple):
    """A snapshot of all processes. A process is identified by its id and its start time."""

    ticks: int  # CPU time: theirs, and that of their reaped children
    own_ticks: dict[tuple[int, str], int]
    is_busy: bool


def _take_snapshot(root: int) -> _Snapshot:
    # Parents first: a process that ends meanwhile is missed once, and never counted twice.
    ticks = sum(map(int, _read_stat(f"/proc/{root}")[13:15]))
    own_ticks = {}
    is_busy = False
    for pid in processes.list_descendants(root):
        fields = _read_stat(f"/proc/{pid}")
        if not fields:
            continue
        ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
        own_ticks[pid, fields[19]] = sum(map(int, fields[11:13]))
        is_busy = is_busy or fields[0] in _BUSY or (int(fields[17]) > 1 and _has_busy_thread(pid))
    return _Snapshot(ticks, own_ticks, is_busy)


def _has_busy_thread(pid: int) -> bool:
    tasks = f"/proc/{pid}/task"
    try:
        threads = os.listdir(tasks)
    except OSError:
        return False
    return any(
        fields[0] in _BUSY for thread in threads if (fields := _read_stat(f"{tasks}/{thread}"))
    )


def _read_stat(place: str) -> list[str]:
    """Return the fields of a stat file after the process's name; empty if the process has ended."""
    try:
        text = processes.read_proc(f"{place}/stat").decode(errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
