"""The process tree of a container: limited by its engine, measured here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kriterion.errors import OperatorError
from kriterion.sandbox.cgroups.cgroup_files import Hierarchy, find_hierarchies, read_number
from kriterion.sandbox.cgroups.cgroup_v1 import GroupV1
from kriterion.sandbox.cgroups.cgroup_v2 import GroupV2
from kriterion.sandbox.cgroups.run_group import RunGroup

_PAGE_BYTES = 4096  # the kernel counts memory in pages
_NEEDED = {"memory", "pids", "cpuacct"}  # of version 1


@dataclass(frozen=True, kw_only=True, slots=True)
class ContainerGroup:
    """The cgroups that an engine created and removes.

    `enforced` lists the limits that were verified.
    """

    group: RunGroup
    enforced: Mapping[str, str]


def find_container_group(
    pid: int, *, engine: str, memory_bytes: int, processes: int
) -> ContainerGroup:
    """Find a container's cgroups by its first process, and verify its limits.

    Raises OperatorError if its memory is not limited.
    """
    try:
        hierarchies = tuple(find_hierarchies(Path(f"/proc/{pid}/cgroup").read_text()))
    except OSError:
        hierarchies = ()
    wanted_bytes = memory_bytes // _PAGE_BYTES * _PAGE_BYTES
    group = _find_version_2(hierarchies, wanted_bytes, processes)
    group = group or _find_version_1(hierarchies, wanted_bytes, processes)
    if group is None:
        raise OperatorError(
            f"{engine} does not limit the memory of its containers here",
            fix=f"{engine} info\n"
            "shows what it lacks: without root it needs cgroup version 2, and the controllers"
            " memory and pids delegated to the user",
        )
    return group


def _find_version_2(
    hierarchies: Iterable[Hierarchy], memory_bytes: int, processes: int
) -> ContainerGroup | None:
    """An engine may put the processes into a cgroup below the one with the limits."""
    for hierarchy in hierarchies:
        if hierarchy.version == 2:
            for place in (hierarchy.own, *hierarchy.own.parents):
                if read_number(place / "memory.max") == memory_bytes:
                    limited = read_number(place / "pids.max") == processes
                    return ContainerGroup(
                        group=GroupV2(place), enforced=_describe_enforced("cgroup v2", limited)
                    )
    return None


def _find_version_1(
    hierarchies: Iterable[Hierarchy], memory_bytes: int, processes: int
) -> ContainerGroup | None:
    places = {name: place.own for place in hierarchies for name in place.controllers & _NEEDED}
    if places.keys() < _NEEDED:
        return None
    if read_number(places["memory"] / "memory.limit_in_bytes") != memory_bytes:
        return None
    limited = read_number(places["pids"] / "pids.max") == processes
    return ContainerGroup(group=GroupV1(places), enforced=_describe_enforced("cgroup v1", limited))


def _describe_enforced(version: str, processes_limited: bool) -> dict[str, str]:
    return {
        "cpu time": version,
        "memory": version,
        "processes": version if processes_limited else "nothing",
    }
