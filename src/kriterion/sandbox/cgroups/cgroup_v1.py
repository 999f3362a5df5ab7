"""Groups with cgroups of version 1: a cgroup in each of several hierarchies."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from resource import struct_rusage

from kriterion.sandbox.cgroups import cgroup_files
from kriterion.sandbox.cgroups.cgroup_files import Hierarchy, read_number, read_table, write
from kriterion.sandbox.run import Limits

_CONTROLLERS = ("memory", "pids", "cpuacct")
# A Java virtual machine only respects the memory limit if it finds itself in all of these. Source:
# OpenJDK 17, src/hotspot/os/linux/cgroupSubsystem_linux.cpp.
_REPORTED_CONTROLLERS = ("memory", "cpuacct", "cpu", "cpuset")
# A new cpuset lacks these and admits no process before they are set.
_INHERITED_SETTINGS = ("cpuset.cpus", "cpuset.mems")
# Besides the run's own processes: bubblewrap, and the shell that waits for the command.
_OWN_PROCESSES = 2
_DEFAULT_SHARES = 1024  # of a cgroup or a process with niceness 0
# The threads of a cgroup, which may differ from their process's; writing 0 means the writer.
_THREADS, _THIS_THREAD = "tasks", 0


class GroupsV1:
    """Creates groups below our own cgroups."""

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
            cgroup_files.remove_leftovers(parent)

    def open(self, limits: Limits) -> "GroupV1":
        """Create a cgroup with its limits in each hierarchy."""
        name = cgroup_files.make_name()
        places = {key: parent / name for key, parent in self._parents.items()}
        group = GroupV1(places, admits_threads=self._admits_threads)
        try:
            group.make(limits)
        except BaseException:
            group.close()
            raise
        return group


class GroupV1:
    """One run's cgroups by controller; a hierarchy may have several controllers."""

    # Programs expect that only parts of version 1 may be mounted, and look for them.
    must_be_root = False

    def __init__(self, places: Mapping[str, Path], *, admits_threads: bool = False) -> None:
        self._places = places
        self._memory = places["memory"]
        self.admits_threads = admits_threads

    def make(self, limits: Limits) -> None:
        """Create the cgroups and set the limits."""
        for place in self._list_distinct_directories():
            cgroup_files.create_cgroup(place)
        if cpuset := self._places.get("cpuset"):
            for name in _INHERITED_SETTINGS:
                write(cpuset / name, (cpuset.parent / name).read_text().strip())
        write(self._memory / "memory.limit_in_bytes", limits.memory_bytes)
        swap = self._memory / "memory.memsw.limit_in_bytes"  # for memory and swap together
        if swap.exists():
            write(swap, limits.memory_bytes)
        write(self._places["pids"] / "pids.max", limits.processes + _OWN_PROCESSES)
        if cpu := self._places.get("cpu"):
            write(cpu / "cpu.shares", int(cgroup_files.RUN_SHARE * _DEFAULT_SHARES))

    @property
    def visible_paths(self) -> Mapping[str, Path]:
        """Return the cgroups for memory and processors by their usual mount points."""
        return {
            f"{cgroup_files.PLACE}/{controller}": self._places[controller]
            for controller in _REPORTED_CONTROLLERS
            if controller in self._places
        }

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Move this thread into each cgroup, and back.

        The kernel moves the writing thread without waiting. Source: Linux, kernel/cgroup/cgroup.c,
        cgroup_procs_write_start.
        """
        entered: list[Path] = []
        try:
            for place in self._list_distinct_directories():
                write(place / _THREADS, _THIS_THREAD)
                entered.append(place)
            yield
        finally:
            for place in entered:
                write(place.parent / _THREADS, _THIS_THREAD)

    def attach(self, pid: int) -> None:
        """Move a process into each cgroup. The first move may wait for an RCU grace period."""
        for place in self._list_distinct_directories():
            write(place / "cgroup.procs", pid)

    def read_cpu_seconds(self) -> float:
        """Return the CPU time of all processes ever in the cgroup."""
        return (read_number(self._places["cpuacct"] / "cpuacct.usage") or 0) / 1e9

    def read_peak_memory_bytes(self) -> int | None:
        """Return the peak memory, including files in memory."""
        return read_number(self._memory / "memory.max_usage_in_bytes")

    def has_exceeded_memory(self) -> bool:
        """Whether the kernel killed a process. Version 1 kills one and lets the others go on."""
        return self.count_memory_kills() > 0

    def count_memory_kills(self) -> int:
        return read_table(self._memory / "memory.oom_control").get("oom_kill", 0)

    def must_be_killed(self) -> bool:
        """False: the kernel enforces the limit."""
        return False

    def end(self, usage: struct_rusage) -> None:
        """Ignore the usage: the cgroup has better figures."""

    def close(self) -> None:
        for place in self._list_distinct_directories():
            cgroup_files.remove_cgroup(place)

    def _list_distinct_directories(self) -> Iterable[Path]:
        return dict.fromkeys(self._places.values())


def find_groups_v1(hierarchies: Iterable[Hierarchy]) -> GroupsV1 | None:
    """Return groups of version 1 if this user may create them in all necessary hierarchies."""
    parents = {
        controller: hierarchy.own
        for hierarchy in hierarchies
        if hierarchy.version == 1 and cgroup_files.is_writable(hierarchy.own)
        for controller in hierarchy.controllers.intersection(_CONTROLLERS + _REPORTED_CONTROLLERS)
    }
    return GroupsV1(parents) if parents.keys() >= set(_CONTROLLERS) else None
