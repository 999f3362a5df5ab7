"""Groups by cgroups of version 1: a cgroup in each of several hierarchies."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from resource import struct_rusage

from kriterion.sandbox import cgroup_files
from kriterion.sandbox.cgroup_files import Hierarchy, read_number, read_table, write
from kriterion.sandbox.run import Limits

_CONTROLLERS = ("memory", "pids", "cpuacct")
# A Java virtual machine believes in the memory limit only where it finds all of these, with itself
# in them. Source: OpenJDK 17, src/hotspot/os/linux/cgroupSubsystem_linux.cpp.
_SHOWN = ("memory", "cpuacct", "cpu", "cpuset")
# A cpuset takes nobody in before it has these, and it starts without.
_OF_PARENT = ("cpuset.cpus", "cpuset.mems")
# Besides the run's own processes: bubblewrap, and the shell that waits for the command.
_OURS = 2
# The threads of a cgroup, of which each may be elsewhere than its process; 0 is who writes.
_THREADS, _THIS_THREAD = "tasks", 0


class GroupsV1:
    """Groups below the cgroups we are in ourselves."""

    enforced: Mapping[str, str] = dict.fromkeys(("cpu time", "memory", "processes"), "cgroup v1")
    advice = ""
    rlimit_memory = False
    rules = ()

    def __init__(self, parents: Mapping[str, Path]) -> None:
        self._parents = parents
        self._admits_threads = all(
            os.access(parent / _THREADS, os.W_OK) for parent in parents.values()
        )
        for parent in parents.values():
            cgroup_files.sweep(parent)

    def open(self, limits: Limits) -> "GroupV1":
        """A cgroup in each hierarchy, with its limits."""
        name = cgroup_files.new_name()
        places = {key: parent / name for key, parent in self._parents.items()}
        group = GroupV1(places, admits_threads=self._admits_threads)
        try:
            group.make(limits)
        except BaseException:
            group.close()
            raise
        return group


class GroupV1:
    """One run's cgroups, by controller; one hierarchy may have several."""

    # Programs know that of version 1 only a part may be mounted, and look for which.
    must_be_root = False

    def __init__(self, places: Mapping[str, Path], *, admits_threads: bool = False) -> None:
        self._places = places
        self._memory = places["memory"]
        self.admits_threads = admits_threads

    def make(self, limits: Limits) -> None:
        """Make the cgroups and set the limits."""
        for place in self._distinct():
            cgroup_files.make(place)
        if cpuset := self._places.get("cpuset"):
            for name in _OF_PARENT:
                write(cpuset / name, (cpuset.parent / name).read_text().strip())
        write(self._memory / "memory.limit_in_bytes", limits.memory_bytes)
        swap = self._memory / "memory.memsw.limit_in_bytes"  # of memory and swap together
        if swap.exists():
            write(swap, limits.memory_bytes)
        write(self._places["pids"] / "pids.max", limits.processes + _OURS)

    @property
    def shown(self) -> Mapping[str, Path]:
        """Those that tell of memory and processors, where everybody looks for version 1."""
        return {
            f"{cgroup_files.PLACE}/{controller}": self._places[controller]
            for controller in _SHOWN
            if controller in self._places
        }

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Move this thread into each cgroup, and back.

        The kernel moves the thread that asks without waiting for anybody.
        Source: Linux, kernel/cgroup/cgroup.c, cgroup_procs_write_start.
        """
        entered: list[Path] = []
        try:
            for place in self._distinct():
                write(place / _THREADS, _THIS_THREAD)
                entered.append(place)
            yield
        finally:
            for place in entered:
                write(place.parent / _THREADS, _THIS_THREAD)

    def attach(self, pid: int) -> None:
        """Move the process into each cgroup. The first one may wait for an RCU grace period."""
        for place in self._distinct():
            write(place / "cgroup.procs", pid)

    def cpu_seconds(self) -> float:
        """Of all that were ever in the cgroup."""
        return (read_number(self._places["cpuacct"] / "cpuacct.usage") or 0) / 1e9

    def peak_memory_bytes(self) -> int | None:
        """Files in memory are in it."""
        return read_number(self._memory / "memory.max_usage_in_bytes")

    def memory_exceeded(self) -> bool:
        """Version 1 kills one process, and lets the others go on."""
        return self.memory_kills() > 0

    def memory_kills(self) -> int:
        """As the kernel counts them."""
        return read_table(self._memory / "memory.oom_control").get("oom_kill", 0)

    def must_be_killed(self) -> bool:
        """The kernel sees to it."""
        return False

    def end(self, usage: struct_rusage) -> None:
        """The cgroup knows better."""

    def close(self) -> None:
        """Remove the cgroups."""
        for place in self._distinct():
            cgroup_files.remove(place)

    def _distinct(self) -> Iterable[Path]:
        return dict.fromkeys(self._places.values())


def find_groups_v1(hierarchies: Iterable[Hierarchy]) -> GroupsV1 | None:
    """Groups of version 1, if this user may make some in all hierarchies that limits need."""
    parents = {
        controller: hierarchy.own
        for hierarchy in hierarchies
        if hierarchy.version == 1 and cgroup_files.writable(hierarchy.own)
        for controller in hierarchy.controllers.intersection(_CONTROLLERS + _SHOWN)
    }
    return GroupsV1(parents) if parents.keys() >= set(_CONTROLLERS) else None
