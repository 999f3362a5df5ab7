"""Choose the kind of groups that this machine allows."""

from collections.abc import Sequence

from kriterion.sandbox.cgroups.cgroup_files import Hierarchy, find_hierarchies
from kriterion.sandbox.cgroups.cgroup_v1 import find_groups_v1
from kriterion.sandbox.cgroups.cgroup_v2 import find_groups_v2
from kriterion.sandbox.cgroups.run_group import Groups
from kriterion.sandbox.cgroups.sampled_groups import SampledGroups

_DELEGATE = """\
memory is limited for each process only; to have it limited for a run as a whole, start Kriterion by
systemd-run --user --scope -p Delegate=yes kriterion …
or, when it is a systemd service, add to its unit, under [Service]:
Delegate=yes"""
_BE_ROOT = """\
memory is limited for each process only; to have it limited for a run as a whole, start Kriterion
as root (runs are some other user all the same), or boot the machine with cgroup version 2:
systemd.unified_cgroup_hierarchy=1"""


def find_groups() -> Groups:
    """Return the best kind here: cgroups of version 2, of version 1, or none."""
    hierarchies = tuple(find_hierarchies())
    return (
        find_groups_v2(hierarchies)
        or find_groups_v1(hierarchies)
        or SampledGroups(_choose_advice(hierarchies))
    )


def _choose_advice(hierarchies: Sequence[Hierarchy]) -> str:
    old = any("memory" in hierarchy.controllers for hierarchy in hierarchies)
    return _BE_ROOT if old else _DELEGATE
