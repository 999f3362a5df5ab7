"""A group: the process tree of one run, limited and measured as a whole."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from resource import struct_rusage
from typing import Protocol

from kriterion.sandbox.run import Limits
from kriterion.sandbox.seccomp.policy import CallRule


class RunGroup(Protocol):
    """The processes of one run."""

    @property
    def must_be_root(self) -> bool:
        """Whether the run's cgroup namespace must begin here.

        Programs compare the cgroups they see with their own place in /proc/self/cgroup, which is
        relative to that namespace.
        """

    @property
    def visible_paths(self) -> Mapping[str, Path]:
        """Return the cgroups that the run may read: path inside → directory of the cgroup."""

    @property
    def admits_threads(self) -> bool:
        """Whether a single thread may enter the group, with `admit`."""

    def admit(self) -> AbstractContextManager[None]:
        """Keep this thread in the group, so that the processes it starts belong to it.

        Faster than `attach`, and they are limited from the start. Not for the first thread of a
        process: the kernel would charge the memory of the whole process to the group. Raises
        MachineError.
        """

    def attach(self, pid: int) -> None:
        """Add a process without children; what it starts belongs to the group, too.

        Raises MachineError if the kernel refuses.
        """

    def read_cpu_seconds(self) -> float:
        """Return the CPU time of all processes so far, including ended ones."""

    def read_peak_memory_bytes(self) -> int | None:
        """Return the highest joint memory use, or None if unknown."""

    def has_exceeded_memory(self) -> bool:
        """Whether the memory limit was reached: a process was killed for it, or must be."""

    def count_memory_kills(self) -> int:
        """Return how many processes were killed at the memory limit."""

    def must_be_killed(self) -> bool:
        """Whether the limit was reached and the kernel does not act on it."""

    def end(self, usage: struct_rusage) -> None:
        """Take the kernel's figures for the whole tree, after all of it is dead."""

    def close(self) -> None:
        """Remove the group, which no longer has processes."""


class Groups(Protocol):
    """A way to create groups on this machine.

    `enforced` says how "cpu time", "memory" and "processes" are limited; `advice` how the operator
    can improve that. `rlimit_memory` requests a further limit per process; `rules` are further
    rules for the system-call filter.
    """

    @property
    def enforced(self) -> Mapping[str, str]: ...

    @property
    def advice(self) -> str: ...

    @property
    def rlimit_memory(self) -> bool: ...

    @property
    def rules(self) -> tuple[CallRule, ...]: ...

    def open(self, limits: Limits) -> RunGroup:
        """Create a group. Raises MachineError if that fails."""
