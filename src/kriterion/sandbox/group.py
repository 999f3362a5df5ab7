"""A group: the process tree of one run, as something that is limited and measured as a whole."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from resource import struct_rusage
from typing import Protocol

from kriterion.sandbox.policy import Rule
from kriterion.sandbox.run import Limits


class Group(Protocol):
    """The processes of one run."""

    @property
    def must_be_root(self) -> bool:
        """Whether the namespace of cgroups that the run has must begin here.

        What it is shown then is what its programs look for: they compare it with
        /proc/self/cgroup, which tells where they are in that namespace.
        """

    @property
    def shown(self) -> Mapping[str, Path]:
        """What the run may read of its limits: place inside → directory of the cgroup."""

    @property
    def admits_threads(self) -> bool:
        """Whether a single thread may enter the group, by `admit`."""

    def admit(self) -> AbstractContextManager[None]:
        """Hold this thread in the group, so that the processes it starts belong here.

        Faster than `attach`, and they are limited from their first moment. Not for the first
        thread of a process: the kernel charges the memory of the whole process to its group.
        Raises MachineError.
        """

    def attach(self, pid: int) -> None:
        """Take in a process that has no children yet; what it starts belongs here too.

        Raises MachineError when the kernel does not let it.
        """

    def cpu_seconds(self) -> float:
        """What all of them have computed so far, ended ones included."""

    def peak_memory_bytes(self) -> int | None:
        """The most that all of them together used at any one time; None when nobody knows."""

    def memory_exceeded(self) -> bool:
        """Whether the limit was hit: one of them was killed for it, or has to be."""

    def memory_kills(self) -> int:
        """How many of them were killed for the memory limit."""

    def must_be_killed(self) -> bool:
        """Whether the limit was hit and the kernel does nothing about it."""

    def end(self, usage: struct_rusage) -> None:
        """Hear what the kernel says that the whole tree used, once all of it is dead."""

    def close(self) -> None:
        """Forget the group. No process is left in it."""


class Groups(Protocol):
    """A way to make groups on this machine.

    `enforced` says by what "cpu time", "memory" and "processes" are limited; `advice` what the
    operator may do for better ones. `rlimit_memory` asks for a limit on each process besides,
    `rules` are for the filter of system calls, besides those of all runs.
    """

    @property
    def enforced(self) -> Mapping[str, str]: ...

    @property
    def advice(self) -> str: ...

    @property
    def rlimit_memory(self) -> bool: ...

    @property
    def rules(self) -> tuple[Rule, ...]: ...

    def open(self, limits: Limits) -> Group:
        """A new group. Raises MachineError when it cannot be made."""
