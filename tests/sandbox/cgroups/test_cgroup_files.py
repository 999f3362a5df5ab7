import os
from pathlib import Path

import pytest

from kriterion.sandbox.cgroups import cgroup_files
from kriterion.sandbox.cgroups.cgroup_files import (
    find_hierarchies,
    make_name,
    remove_cgroup,
    remove_leftovers,
)

HYBRID_MOUNTS = """\
25 1 0:22 / /proc rw,nosuid - proc proc rw
36 25 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
37 25 0:33 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
38 25 0:34 / /sys/fs/cgroup/systemd rw,relatime - cgroup cgroup rw,xattr,name=systemd
39 25 0:35 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate
"""
HYBRID = "8:memory:/service/a\n3:cpu,cpuacct:/b\n1:name=systemd:/x\n0::/user.slice\n"


def list_places(cgroups: str, mounts: str) -> dict[str, str]:
    hierarchies = find_hierarchies(cgroups, mounts)
    return {
        ",".join(sorted(hierarchy.controllers)) or "v2": str(hierarchy.own)
        for hierarchy in hierarchies
    }


@pytest.mark.parametrize(
    ("cgroups", "mounts", "own"),
    [
        (
            HYBRID,
            HYBRID_MOUNTS,
            {
                "memory": "/sys/fs/cgroup/memory/service/a",
                "cpu,cpuacct": "/sys/fs/cgroup/cpu,cpuacct/b",
                "name=systemd": "/sys/fs/cgroup/systemd/x",
                "v2": "/sys/fs/cgroup/unified/user.slice",
            },
        ),
        (
            "0::/user.slice/user-1000.slice/app.scope\n",
            "30 1 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n",
            {"v2": "/sys/fs/cgroup/user.slice/user-1000.slice/app.scope"},
        ),
        (  # a container sees its own part as the root
            "0::/docker/abc\n",
            "30 1 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup ro\n",
            {"v2": "/sys/fs/cgroup"},
        ),
        ("", "", {}),
        ("0::/\n", "", {}),
        ("", HYBRID_MOUNTS, {}),
    ],
)
def test_our_own_cgroup_is_found_in_each_hierarchy(
    cgroups: str, mounts: str, own: dict[str, str]
) -> None:
    assert list_places(cgroups, mounts) == own


def test_cgroups_of_dead_hosts_are_swept_and_those_of_live_ones_kept(tmp_path: Path) -> None:
    namespace = Path("/proc/self/ns/pid").stat().st_ino
    ours = make_name()
    dead = f"kriterion-run-{namespace}-{2**22 + 1}-12345-0"
    reused = f"kriterion-run-{namespace}-1-99999999999999-0"  # pid 1 lives, but started otherwise
    elsewhere = f"kriterion-run-1-{2**22 + 1}-12345-0"  # that process id means nothing here
    for name in (ours, dead, reused, elsewhere, "something-else"):
        (tmp_path / name).mkdir()
    remove_leftovers(tmp_path)
    assert {place.name for place in tmp_path.iterdir()} == {ours, elsewhere, "something-else"}


def test_names_are_never_reused() -> None:
    assert len({make_name() for _ in range(100)}) == 100


def test_a_cgroup_that_cannot_be_removed_is_left_for_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup_files, "_PATIENCE_SECONDS", 0.02)
    busy = tmp_path / "busy"
    busy.mkdir()
    (busy / "cgroup.procs").write_text("")
    remove_cgroup(busy)
    assert busy.exists()


def test_removing_a_cgroup_never_kills_our_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[int] = []
    monkeypatch.setattr(cgroup_files, "_PATIENCE_SECONDS", 0.02)
    monkeypatch.setattr(os, "kill", lambda pid, _: killed.append(pid))
    busy = tmp_path / "busy"
    busy.mkdir()
    (busy / "cgroup.procs").write_text(f"{os.getpid()}\n{2**22 + 1}\n")
    remove_cgroup(busy)
    assert set(killed) == {2**22 + 1}
