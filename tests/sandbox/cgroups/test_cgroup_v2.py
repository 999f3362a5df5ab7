"""Cgroups version 2 against a simulated kernel directory, as machines differ."""

import os
import shutil
from pathlib import Path

import pytest

from kriterion.errors import MachineError
from kriterion.sandbox.cgroups import cgroup_files, cgroup_v2
from kriterion.sandbox.cgroups.cgroup_files import Hierarchy
from kriterion.sandbox.cgroups.cgroup_v2 import delegate, find_groups_v2
from kriterion.sandbox.run import MIB, Limits

GIVEN = "cpuset cpu io memory hugetlb pids"


class Kernel:
    """What writing to a control file does: as the kernel's documentation of version 2 has it."""

    def __init__(self, root: Path, *, given: str = GIVEN, processes: str = "") -> None:
        self.root = root
        self.written: list[tuple[str, str]] = []
        (root / "cgroup.controllers").write_text(given)
        (root / "cgroup.subtree_control").write_text("")
        (root / "cgroup.procs").write_text(processes)

    def write(self, file: Path, value: str | int) -> None:
        self.written.append((str(file.relative_to(self.root)), str(value)))
        if file.name == "cgroup.subtree_control":
            if (self.root / "cgroup.procs").read_text():
                raise MachineError("EBUSY: no internal processes")
            file.write_text(f"{file.read_text()} {str(value).lstrip('+')}")
        elif file.name == "cgroup.procs":
            left = (self.root / "cgroup.procs").read_text().split()
            (self.root / "cgroup.procs").write_text(" ".join(set(left) - {str(value)}))
        else:
            file.write_text(str(value))


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    return boot(tmp_path, monkeypatch, processes=str(os.getpid()))


def boot(root: Path, monkeypatch: pytest.MonkeyPatch, **options: str) -> Kernel:
    kernel = Kernel(root, **options)
    monkeypatch.setattr(cgroup_v2, "write", kernel.write)
    monkeypatch.setattr(cgroup_files, "remove_cgroup", shutil.rmtree)
    return kernel


def test_processes_move_aside_before_controllers_are_delegated(kernel: Kernel) -> None:
    assert delegate(kernel.root) == {"memory", "pids", "cpu"}
    assert kernel.written == [
        ("cgroup.subtree_control", "+memory"),  # refused: there are processes
        ("kriterion-supervisor/cgroup.procs", str(os.getpid())),
        ("cgroup.subtree_control", "+memory"),
        ("cgroup.subtree_control", "+pids"),
        ("cgroup.subtree_control", "+cpu"),
    ]


def test_an_empty_cgroup_is_prepared_without_a_supervisor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = boot(tmp_path, monkeypatch)
    assert "memory" in delegate(kernel.root)
    assert not (kernel.root / "kriterion-supervisor").exists()


def test_a_prepared_cgroup_is_not_prepared_again(kernel: Kernel) -> None:
    delegate(kernel.root)
    kernel.written.clear()
    delegate(kernel.root)
    assert kernel.written == []


def test_without_the_memory_controller_there_are_no_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boot(tmp_path, monkeypatch, given="cpu pids")
    assert find_groups_v2([make_hierarchy(tmp_path)]) is None


def test_a_cgroup_of_another_owner_is_left_alone(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup_files, "is_writable", lambda _: False)
    assert find_groups_v2([make_hierarchy(kernel.root)]) is None
    assert kernel.written == []


def test_version_1_is_not_handled_here(tmp_path: Path) -> None:
    old = Hierarchy(controllers=frozenset({"memory"}), version=1, own=tmp_path)
    assert find_groups_v2([old]) is None


def test_a_process_in_a_supervisor_uses_the_parent_cgroup(kernel: Kernel) -> None:
    supervisor = kernel.root / "kriterion-supervisor"
    supervisor.mkdir()
    groups = find_groups_v2([make_hierarchy(supervisor)])
    assert groups is not None
    groups.open(Limits())
    assert list(kernel.root.glob("kriterion-run-*"))


def test_a_group_has_its_limits_and_reports_its_usage(kernel: Kernel) -> None:
    groups = find_groups_v2([make_hierarchy(kernel.root)])
    assert groups is not None
    assert set(groups.enforced.values()) == {"cgroup v2"}
    group = groups.open(Limits(memory_bytes=100 * MIB, processes=30))
    (place,) = kernel.root.glob("kriterion-run-*")
    assert (place / "memory.max").read_text() == str(100 * MIB)
    assert (place / "pids.max").read_text() == "32"
    assert (place / "cpu.weight").read_text() == "25"
    assert group.visible_paths == {"/sys/fs/cgroup": place}
    assert group.read_peak_memory_bytes() is None  # before Linux 5.19
    assert not group.has_exceeded_memory()
    (place / "cpu.stat").write_text("usage_usec 2500000\nuser_usec 1\n")
    (place / "memory.peak").write_text("123456\n")
    (place / "memory.events").write_text("low 0\nmax 7\noom 1\noom_kill 1\noom_group_kill 0\n")
    assert group.read_cpu_seconds() == 2.5
    assert group.read_peak_memory_bytes() == 123456
    assert group.has_exceeded_memory()
    group.close()
    assert not place.exists()


def test_without_the_pids_controller_a_per_user_limit_remains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boot(tmp_path, monkeypatch, given="memory")
    groups = find_groups_v2([make_hierarchy(tmp_path)])
    assert groups is not None
    assert groups.enforced["processes"] == "rlimit"
    groups.open(Limits())
    assert not list(tmp_path.glob("kriterion-run-*/pids.max"))


def make_hierarchy(own: Path) -> Hierarchy:
    return Hierarchy(controllers=frozenset(), version=2, own=own)
