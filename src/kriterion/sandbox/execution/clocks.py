"""The clocks of a run: real time, CPU time, and idle time.

CPU time counts for the whole tree. Real time is only a last resort, since a busy machine makes
every run longer: time in which a run wants a processor and hardly gets one does not count, up to
twice the limit. Between them is idle time: the tree hardly computes, and nothing in it wants to. A
program that waits for a processor is not idle, however little it computes, so the state of its
threads counts, too. Waiting for a disk is not idle time either; it is the machine's.

Instead, a run may have a window: an amount of real time as if it had the machine to itself, and a
processor for each of its runnable threads. Its CPU time is divided among those threads, and never
counts more than the real time that passed; time in which no thread wants a processor counts in
full. So the window ends no run before that much real time, and neither other runs nor the number of
processors make it end sooner.
"""

import time

from kriterion.sandbox.cgroups import run_processes as processes
from kriterion.sandbox.cgroups.run_group import RunGroup
from kriterion.sandbox.run import Ending, Limits

TICK_SECONDS = 0.05
_IDLE_SHARE = 0.05  # of one processor; less counts as idle
_STARVED_SHARE = 0.5  # of one processor; less counts as starved if a thread is runnable
# Time without a processor extends a run's deadline by at most this many times its limit on real
# time, and by at most this many seconds.
_MAX_STARVED = 2.0
_MAX_STARVED_SECONDS = 300.0


class Clocks:
    """Clocks that start when they are made. `root` is the ancestor of all processes of the run."""

    def __init__(self, group: RunGroup, limits: Limits, root: int) -> None:
        self._group = group
        self._limits = limits
        self._root = root
        self._cpu_before = self._cpu_last = group.read_cpu_seconds()
        self._idle_seconds = self._window_seconds = self._starved_seconds = 0.0
        self._started = self._last_tick = time.monotonic()
        self.wall_seconds = 0.0

    def stop(self) -> None:
        """Stop the clocks at the end of the run and set `wall_seconds`."""
        self.wall_seconds = time.monotonic() - self._started

    @property
    def cpu_seconds(self) -> float:
        """Return the run's CPU time, without its preparation."""
        return max(self._group.read_cpu_seconds() - self._cpu_before, 0.0)

    def seconds_until_tick(self) -> float:
        """Return the seconds until the next tick."""
        now = time.monotonic()
        next_tick = self._last_tick + TICK_SECONDS
        return max(min(next_tick, self._find_deadline()) - now, 0.0)

    def tick(self) -> Ending | None:
        """Check the clocks if a tick is due; return the limit that was reached, or None."""
        now = time.monotonic()
        if now >= self._find_deadline():
            return Ending.WALL_LIMIT
        if now - self._last_tick < TICK_SECONDS:
            return None
        # After a late tick (our reader was slow), the time between is unknown.
        known_seconds = min(now - self._last_tick, 2 * TICK_SECONDS)
        computed = self._group.read_cpu_seconds()
        cpu_since_last = computed - self._cpu_last
        self._last_tick, self._cpu_last = now, computed
        if self._limits.window_seconds is not None:
            self._window_seconds += self._scale_window(cpu_since_last, known_seconds)
            if self._window_seconds >= self._limits.window_seconds:
                return Ending.WALL_LIMIT
        elif self._is_idle(cpu_since_last, known_seconds):
            self._idle_seconds += known_seconds
            if self._idle_seconds >= self._limits.idle_seconds:
                return Ending.WALL_LIMIT
        if computed - self._cpu_before >= self._limits.cpu_seconds:
            return Ending.CPU_LIMIT
        return Ending.MEMORY_LIMIT if self._group.must_be_killed() else None

    def _find_deadline(self) -> float:
        """Return when the limit on real time is reached, if the run gets processors from now on."""
        limit = self._limits.wall_seconds
        most = min(_MAX_STARVED * limit, _MAX_STARVED_SECONDS)
        return self._started + limit + min(self._starved_seconds, most)

    def _is_idle(self, cpu_since_last: float, known_seconds: float) -> bool:
        """Whether the run hardly computed since the last tick, although nothing held it up: no
        thread waited for a processor or a disk.
        """
        if cpu_since_last >= _STARVED_SHARE * known_seconds:
            return False
        if processes.is_busy(self._root):
            self._starved_seconds += known_seconds - cpu_since_last
            return False
        return cpu_since_last < _IDLE_SHARE * known_seconds

    def _scale_window(self, cpu_since_last: float, known_seconds: float) -> float:
        """Return the time since the last tick as it would have been on an idle machine with enough
        processors.
        """
        threads = processes.count_threads(self._root)
        if not threads.runnable and not threads.waiting_for_disk:
            return known_seconds
        if cpu_since_last < _STARVED_SHARE * known_seconds:
            self._starved_seconds += known_seconds - cpu_since_last
        return min(cpu_since_last / max(threads.runnable, 1), known_seconds)
