"""Cgroups version 1, where available: a thread of ours enters a run's cgroups and leaves them."""

import os
import subprocess
import threading
from pathlib import Path

import pytest

from kriterion.errors import MachineError
from kriterion.sandbox.cgroups import cgroup_v1
from kriterion.sandbox.cgroups.cgroup_files import find_hierarchies, write
from kriterion.sandbox.cgroups.cgroup_v1 import GroupV1, find_groups_v1
from kriterion.sandbox.run import Limits

pytestmark = pytest.mark.machine


@pytest.fixture
def group() -> GroupV1:
    groups = find_groups_v1(find_hierarchies())
    if groups is None:
        pytest.skip("no cgroups of version 1 may be made here")
    group = groups.open(Limits())
    if not group.admits_threads:
        pytest.skip("threads may not be moved here")
    return group


def list_cgroups(of: str) -> str:
    return Path(f"/proc/{of}/cgroup").read_text()


def test_children_of_an_admitted_thread_are_in_the_group_and_the_thread_leaves(
    group: GroupV1,
) -> None:
    seen: list[str] = []

    def live() -> None:
        seen.append(list_cgroups("thread-self"))
        with group.admit():
            child = subprocess.Popen(("/bin/sleep", "60"))
            seen.append(list_cgroups("thread-self"))
        seen.append(list_cgroups(str(child.pid)))
        seen.append(list_cgroups("thread-self"))
        child.kill()
        child.wait()

    thread = threading.Thread(target=live)
    thread.start()
    thread.join()
    before, during, started, after = seen
    name = next(iter(group.visible_paths.values())).name
    assert started == during
    assert started.count(name) >= 3
    assert before == after == list_cgroups("self")
    group.close()
    assert not any(place.exists() for place in group.visible_paths.values())


def test_a_run_gets_a_smaller_share_of_a_busy_processor(group: GroupV1) -> None:
    cpu = group.visible_paths.get("/sys/fs/cgroup/cpu")
    if cpu is None:
        pytest.skip("no cgroups for processors may be made here")
    assert (cpu / "cpu.shares").read_text().strip() == "256"
    group.close()


def test_a_thread_leaves_the_groups_it_entered_when_one_fails(
    group: GroupV1, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def live() -> None:
        monkeypatch.setattr(cgroup_v1, "write", failing)
        with pytest.raises(MachineError), group.admit():
            pytest.fail("it was admitted")
        seen.append(list_cgroups("thread-self"))

    def failing(file: Path, value: str | int) -> None:
        if len(entered) == 2 and file.name == "tasks" and file.parent.name == name:
            raise MachineError("no")
        entered.append(file)
        write(file, value)

    entered: list[Path] = []
    name = next(iter(group.visible_paths.values())).name
    thread = threading.Thread(target=live)
    thread.start()
    thread.join()
    assert seen == [list_cgroups("self")]
    assert len(entered) == 4
    group.close()


def test_a_process_can_be_moved_by_its_pid(group: GroupV1) -> None:
    child = subprocess.Popen(("/bin/sleep", "60"))
    group.attach(child.pid)
    name = next(iter(group.visible_paths.values())).name
    assert name in list_cgroups(str(child.pid))
    assert name not in list_cgroups(str(os.getpid()))
    child.kill()
    child.wait()
    group.close()
