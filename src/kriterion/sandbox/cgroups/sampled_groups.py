"""Groups without cgroups: limits per process, and sampling of all processes."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from resource import struct_rusage

from kriterion.sandbox.cgroups import run_processes as processes
from kriterion.sandbox.run import Limits
from kriterion.sandbox.seccomp.policy import UNSEEN_MEMORY


class SampledGroups:
    """The fallback where cgroups cannot be created.

    A limit on each process's memory makes allocations fail; their joint use is sampled a few times
    a second, so a quick tree may briefly use more.
    """

    enforced: Mapping[str, str] = {
        "cpu time": "sampled, and rlimit for each process",
        "memory": "sampled, and rlimit for each process",
        "processes": "rlimit",
    }
    rlimit_memory = True
    rules = UNSEEN_MEMORY

    def __init__(self, advice: str) -> None:
        self.advice = advice

    def open(self, limits: Limits) -> "SampledGroup":
        """Return a group that samples its processes on demand."""
        return SampledGroup(limits)


class SampledGroup:
    """One run's processes, found from the first one attached."""

    must_be_root = False
    admits_threads = False
    visible_paths: Mapping[str, Path] = {}

    def __init__(self, limits: Limits) -> None:
        self._limit_bytes = limits.memory_bytes
        self._root: int | None = None
        self._cpu_seconds = 0.0
        self._peak_memory_bytes = 0
        self._memory_exceeded = False

    def admit(self) -> AbstractContextManager[None]:
        """Never called: threads are not admitted."""
        raise NotImplementedError

    def attach(self, pid: int) -> None:
        """Remember the first process, from which all others descend."""
        self._root = self._root or pid

    def read_cpu_seconds(self) -> float:
        """Return the CPU time; processes that ended unwaited-for are missing until the end."""
        if self._root is not None:
            computed = processes.measure_usage(self._root).cpu_seconds
            self._cpu_seconds = max(self._cpu_seconds, computed)
        return self._cpu_seconds

    def read_peak_memory_bytes(self) -> int | None:
        """Return the highest sample."""
        return self._peak_memory_bytes or None

    def has_exceeded_memory(self) -> bool:
        """Whether a sample exceeded the limit."""
        return self._memory_exceeded

    def count_memory_kills(self) -> int:
        """Return 1 at most: the tree is killed as a whole."""
        return int(self._memory_exceeded)

    def must_be_killed(self) -> bool:
        """Whether to kill the tree: the kernel does not know the limit."""
        if self._root is None:
            return False
        used = processes.measure_usage(self._root).memory_bytes
        if used > self._limit_bytes:
            used = processes.measure_shared_memory(self._root)
            self._memory_exceeded = used > self._limit_bytes
        self._peak_memory_bytes = max(self._peak_memory_bytes, used)
        return self._memory_exceeded

    def end(self, usage: struct_rusage) -> None:
        """Take the exact CPU time of the tree; for memory, the kernel only knows the largest
        process.
        """
        self._root = None
        self._cpu_seconds = max(self._cpu_seconds, usage.ru_utime + usage.ru_stime)
        self._peak_memory_bytes = max(self._peak_memory_bytes, usage.ru_maxrss * 1024)

    def close(self) -> None:
        """Do nothing, because nothing was created."""
