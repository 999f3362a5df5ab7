"""Groups with cgroups of version 2, if our own cgroup is delegated to us."""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from resource import struct_rusage

from kriterion.errors import MachineError
from kriterion.sandbox.cgroups import cgroup_files
from kriterion.sandbox.cgroups.cgroup_files import Hierarchy, read_number, read_table, write
from kriterion.sandbox.run import Limits

_SUPERVISOR = "kriterion-supervisor"
_CONTROLLERS = ("memory", "pids", "cpu")
_OWN_PROCESSES = 2  # bubblewrap, and the shell that waits for the command
_DEFAULT_WEIGHT = 100  # of a cgroup
_ATTEMPTS = 10  # to empty a cgroup while processes may be starting in it


class GroupsV2:
    """Creates sibling groups below one cgroup."""

    rlimit_memory = False
    rules = ()

    def __init__(self, parent: Path, controllers: frozenset[str]) -> None:
        self._parent = parent
        self._controllers = controllers
        processes = "cgroup v2" if "pids" in controllers else "rlimit"
        # Every cgroup counts CPU time, even without the controller `cpu`.
        self.enforced: Mapping[str, str] = {
            "cpu time": "cgroup v2",
            "memory": "cgroup v2",
            "processes": processes,
        }
        self.advice = ""
        cgroup_files.remove_leftovers(parent)

    def open(self, limits: Limits) -> "GroupV2":
        """Create a cgroup with its limits."""
        group = GroupV2(self._parent / cgroup_files.make_name())
        try:
            group.make(limits, self._controllers)
        except BaseException:
            group.close()
            raise
        return group


class GroupV2:
    """One run's cgroup."""

    # Programs append their path in /proc/self/cgroup to the mount point of version 2.
    must_be_root = True
    admits_threads = False  # the kernel only moves whole processes

    def __init__(self, place: Path) -> None:
        self._place = place

    def make(self, limits: Limits, controllers: frozenset[str]) -> None:
        """Create the cgroup and set the limits.

        Without `memory.oom.group`, so that a judge survives and can report that the solution used
        too much.
        """
        cgroup_files.create_cgroup(self._place)
        write(self._place / "memory.max", limits.memory_bytes)
        swap = self._place / "memory.swap.max"
        if swap.exists():
            write(swap, 0)
        if "pids" in controllers:
            write(self._place / "pids.max", limits.processes + _OWN_PROCESSES)
        if "cpu" in controllers:
            write(self._place / "cpu.weight", int(cgroup_files.RUN_SHARE * _DEFAULT_WEIGHT))

    @property
    def visible_paths(self) -> Mapping[str, Path]:
        """Return the run's cgroup, at the path where cgroups are usually mounted."""
        return {cgroup_files.PLACE: self._place}

    def admit(self) -> AbstractContextManager[None]:
        """Never called: threads are not admitted."""
        raise NotImplementedError

    def attach(self, pid: int) -> None:
        """Move a process into the cgroup."""
        write(self._place / "cgroup.procs", pid)

    def read_cpu_seconds(self) -> float:
        """Return the CPU time of all processes ever in the cgroup."""
        return read_table(self._place / "cpu.stat").get("usage_usec", 0) / 1e6

    def read_peak_memory_bytes(self) -> int | None:
        """Return the peak memory, including files in memory; None before Linux 5.19."""
        return read_number(self._place / "memory.peak")

    def has_exceeded_memory(self) -> bool:
        """Whether the kernel killed a process."""
        return self.count_memory_kills() > 0

    def count_memory_kills(self) -> int:
        return read_table(self._place / "memory.events").get("oom_kill", 0)

    def must_be_killed(self) -> bool:
        """False: the kernel enforces the limit."""
        return False

    def end(self, usage: struct_rusage) -> None:
        """Ignore the usage: the cgroup has better figures."""

    def close(self) -> None:
        cgroup_files.remove_cgroup(self._place)


def find_groups_v2(hierarchies: Iterable[Hierarchy]) -> GroupsV2 | None:
    """Return groups of version 2 if they can limit memory."""
    for hierarchy in hierarchies:
        if hierarchy.version == 2:
            parent = hierarchy.own
            if parent.name == _SUPERVISOR:  # prepared by an earlier process
                parent = parent.parent
            controllers = delegate(parent)
            return GroupsV2(parent, controllers) if "memory" in controllers else None
    return None


def delegate(parent: Path) -> frozenset[str]:
    """Prepare a cgroup to hold groups; return the controllers they get.

    Source: Linux, Documentation/admin-guide/cgroup-v2.rst: a cgroup that delegates controllers to
    its children has no processes of its own, so all of them move into one child first.
    """
    wanted = [name for name in _CONTROLLERS if name in _read_words(parent / "cgroup.controllers")]
    if "memory" not in wanted or not cgroup_files.is_writable(parent):
        return frozenset()
    handed_on = parent / "cgroup.subtree_control"
    try:
        if not _delegate_controller("memory", handed_on):
            _move_processes(parent, parent / _SUPERVISOR)
        for name in wanted:  # separately: a combined write fails as a whole
            _delegate_controller(name, handed_on)
    except MachineError:
        return frozenset()
    return frozenset(wanted) & _read_words(handed_on)


def _delegate_controller(controller: str, handed_on: Path) -> bool:
    if controller in _read_words(handed_on):
        return True
    try:
        write(handed_on, f"+{controller}")
    except MachineError:
        return False
    return True


def _move_processes(source: Path, target: Path) -> None:
    for _ in range(_ATTEMPTS):
        pids = _read_words(source / "cgroup.procs")
        if not pids:
            return
        if not target.is_dir():
            cgroup_files.create_cgroup(target)
        for pid in pids:
            if Path(f"/proc/{pid}").exists():
                write(target / "cgroup.procs", pid)


def _read_words(file: Path) -> set[str]:
    try:
        return set(file.read_text().split())
    except OSError:
        return set()
