"""How long student code has taken, in the seconds that it is judged by.

Computing counts, of all its processes together, and so does idleness: time in which none of them
would go on if only it could. Standing in line for a processor or a disk does not count, that is the
machine's doing. A single process on a machine of its own takes as long as by the wall clock.
Real time is a last resort only.
"""

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kriterion_tools.fence import processes

_TICK_SECONDS = 0.05
_SOONEST_SECONDS = 0.005  # the kernel tells computing in hundredths
_KERNEL_TICKS = os.sysconf("SC_CLK_TCK")
# Running or waiting for a processor, and waiting for a disk.
_BUSY = ("R", "D")


class Clock:
    """Shows what all descendants of `root`, which reaps them, have taken from the beginning.

    When `time.monotonic()` is `last_resort`, nothing is left any more.
    """

    def __init__(self, root: int) -> None:
        self._root = root
        self._seen: dict[tuple[int, str], int] = {}
        self._computed = 0.0
        self._computed_before = 0.0  # when it was last asked whether they are idle
        self._idle = 0.0
        self._unasked = 0.0  # time of earlier steps, after that
        self._resumed: float | None = None
        self.last_resort = math.inf

    @property
    def seconds(self) -> float:
        """What it shows, as of the last look."""
        return self._computed + self._idle

    def after(self, seconds: float) -> float:
        """What it will show this much later."""
        self._count(_look(self._root))
        return self.seconds + seconds

    def left(self, until: float) -> float:
        """How long until it shows that."""
        return until - self.seconds if time.monotonic() < self.last_resort else -math.inf

    @contextmanager
    def running(self) -> Iterator[None]:
        """Idleness counts here only: elsewhere it is the judge that the processes wait for."""
        self._resumed = time.monotonic()
        try:
            yield
        finally:
            self._unasked = self._elapsed()
            self._resumed = None
            self._count(_look(self._root))

    def until_look(self, until: float) -> float:
        """Real seconds to wait before the clock should be looked at again."""
        return max(min(_TICK_SECONDS - self._elapsed(), self.left(until)), _SOONEST_SECONDS)

    def look(self, until: float, *, quiet: bool) -> None:
        """Bring it up to date, if it is time. Who has just been heard of may not be idle: it may
        have waited for the judge to listen. So idleness is looked for when it is `quiet`.
        """
        elapsed = self._elapsed()
        if elapsed < min(_TICK_SECONDS, self.left(until)):
            return
        looked = _look(self._root)
        self._count(looked)
        if not quiet:
            return
        if not looked.is_busy:
            # When we come late nobody knows what was between.
            known = min(elapsed, 2 * _TICK_SECONDS)
            self._idle += max(known - (self._computed - self._computed_before), 0)
        self._computed_before = self._computed
        self._unasked = 0.0
        self._resumed = time.monotonic()

    def _elapsed(self) -> float:
        """Time of steps since it was last asked whether the processes are idle."""
        running = 0.0 if self._resumed is None else time.monotonic() - self._resumed
        return self._unasked + running

    def _count(self, looked: "_Looked") -> None:
        """The kernel's own sum misses children that nobody waits for: what was once seen of a
        process counts, even so.
        """
        self._seen |= looked.own_ticks
        ticks = max(looked.ticks, sum(self._seen.values()))
        self._computed = max(self._computed, ticks / _KERNEL_TICKS)


class _Looked(NamedTuple):
    """All processes at one moment. A process is known by its id and the time of its start."""

    ticks: int  # of computing: theirs, and of those that have ended and were waited for
    own_ticks: dict[tuple[int, str], int]
    is_busy: bool


def _look(root: int) -> _Looked:
    # Parents come before their children: who ends meanwhile is missed once, and never counts twice.
    ticks = sum(map(int, _stat(f"/proc/{root}")[13:15]))
    own_ticks = {}
    is_busy = False
    for pid in processes.descendants(root):
        fields = _stat(f"/proc/{pid}")
        if not fields:
            continue
        ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
        own_ticks[pid, fields[19]] = sum(map(int, fields[11:13]))
        is_busy = is_busy or fields[0] in _BUSY or (int(fields[17]) > 1 and _has_busy_thread(pid))
    return _Looked(ticks, own_ticks, is_busy)


def _has_busy_thread(pid: int) -> bool:
    tasks = f"/proc/{pid}/task"
    try:
        threads = os.listdir(tasks)
    except OSError:
        return False
    return any(fields[0] in _BUSY for one in threads if (fields := _stat(f"{tasks}/{one}")))


def _stat(place: str) -> list[str]:
    """The fields after the name, which may hold anything; none when the process is gone."""
    try:
        text = processes.content(f"{place}/stat").decode(errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()
