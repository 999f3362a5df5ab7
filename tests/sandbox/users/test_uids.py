"""A uid has one lease at a time across processes, and none while its processes live."""

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kriterion.errors import MachineError, OperatorError
from kriterion.sandbox.run import RunCancelled
from kriterion.sandbox.users import available_users, machine_locks, subordinate, uids
from kriterion.sandbox.users.available_users import (
    LeasedUids,
    SharedUid,
)
from kriterion.sandbox.users.machine_locks import LockFile
from kriterion.sandbox.users.uids import Lease, UidRange, Uids, find_processes

# Nobody leases these: the usual range is another one.
FIRST = 71_000
FEW = UidRange(first=FIRST, count=3)

is_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root starts processes of other users")


@pytest.fixture(autouse=True)
def own_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Locks that no other test has, nor a Kriterion that is at work here."""
    monkeypatch.setattr(machine_locks, "_PARENT", str(tmp_path))
    yield


def test_a_uid_has_one_lease_at_a_time() -> None:
    here, elsewhere = Uids(FEW), Uids(FEW)  # as in two workers
    with here.lease() as one, elsewhere.lease() as two, here.lease() as three:
        assert {one, two, three} == set(range(FIRST, FIRST + 3))
        with pytest.raises(MachineError, match="none of the uids 71000-71002 is free"):
            elsewhere.take()
    with elsewhere.lease() as again:
        assert again in FEW


def test_concurrent_threads_never_lease_the_same_uid() -> None:
    leased = Uids(UidRange(first=FIRST, count=4))
    leased_uids: set[int] = set()
    doubled: list[int] = []
    guard = threading.Lock()

    def work() -> None:
        for _ in range(200):
            with leased.lease() as uid:
                with guard:
                    if uid in leased_uids:
                        doubled.append(uid)
                    leased_uids.add(uid)
                with guard:
                    leased_uids.remove(uid)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not doubled


def test_the_least_recently_used_uid_is_next() -> None:
    leased = Uids(FEW)
    order = []
    for _ in range(6):
        with leased.lease() as uid:
            order.append(uid)
    assert order[:3] == order[3:]
    assert len(set(order)) == 3


_HOLD = """
import sys, time
from kriterion.sandbox.users import machine_locks
from kriterion.sandbox.users.uids import UidRange, Uids
machine_locks._PARENT = sys.argv[1]
lease = Uids(UidRange(first=int(sys.argv[2]), count=1)).take()
print(lease.uid, flush=True)
time.sleep(600)
"""


def start_holder(tmp_path: Path, uid: int) -> subprocess.Popen[bytes]:
    """Another process that holds the lease of a uid."""
    process = subprocess.Popen(
        (sys.executable, "-c", _HOLD, str(tmp_path), str(uid)), stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"%d\n" % uid
    return process


def test_a_killed_holder_loses_its_lease(tmp_path: Path) -> None:
    only = Uids(UidRange(first=FIRST, count=1))
    with start_holder(tmp_path, FIRST) as process:
        with pytest.raises(MachineError):
            only.take()
        process.kill()
    with only.lease() as uid:
        assert uid == FIRST


def start_sleeper(uid: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        ("setpriv", "--reuid", str(uid), "--regid", str(uid), "--clear-groups", "sleep", "600")
    )


def wait_for_uid_change(process: subprocess.Popen[bytes], uid: int) -> None:
    while process.pid not in find_processes((uid,)).get(uid, []):
        time.sleep(0.005)


@is_root
def test_leftover_processes_of_a_killed_holder_are_ended_before_the_next_lease(
    tmp_path: Path,
) -> None:
    with start_holder(tmp_path, FIRST) as process, start_sleeper(FIRST) as left:
        wait_for_uid_change(left, FIRST)
        process.kill()
        process.wait()
        with Uids(UidRange(first=FIRST, count=1)).lease():
            assert left.wait() == -9


@is_root
def test_processes_of_unknown_origin_are_left_alone_with_their_uid(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with start_sleeper(FIRST) as stranger:
        wait_for_uid_change(stranger, FIRST)
        leased = Uids(UidRange(first=FIRST, count=2))
        for _ in range(3):
            with leased.lease() as uid:
                assert uid == FIRST + 1
        assert f"uid {FIRST} is left out: processes {stranger.pid} have it" in caplog.text
        assert stranger.poll() is None
        stranger.kill()
        stranger.wait()
        assert {_lease_uid(leased) for _ in range(2)} == {FIRST, FIRST + 1}


def _lease_uid(leased: Uids) -> int:
    with leased.lease() as uid:
        return uid


@is_root
def test_a_uid_whose_processes_cannot_be_ended_stays_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uids, "kill_processes", lambda uid: [4711])
    with start_holder(tmp_path, FIRST) as process:
        process.kill()
    with pytest.raises(MachineError, match="left out"):
        Uids(UidRange(first=FIRST, count=1)).take()


def test_a_lease_that_ended_in_an_error_is_inspected(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_into: list[int] = []

    def look_into(uid: int) -> list[int]:
        looked_into.append(uid)
        return []

    monkeypatch.setattr(uids, "kill_processes", look_into)
    leased = Uids(UidRange(first=FIRST, count=1))
    with pytest.raises(MachineError), leased.lease():
        raise MachineError("a process hangs in the kernel")
    with leased.lease():
        assert looked_into == [FIRST]
    with leased.lease():
        assert looked_into == [FIRST]


@is_root
def test_a_uid_range_in_use_is_refused() -> None:
    leased = LeasedUids(UidRange(first=65_000, count=600)).lease("")
    with pytest.raises(OperatorError, match="65534 is the user nobody") as raised, leased:
        pass
    assert "first_uid" in raised.value.fix


def test_a_lock_directory_of_another_owner_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4_242)
    (tmp_path / "kriterion-4242").symlink_to("/tmp")
    with pytest.raises(OperatorError, match="locks must be our own"):
        Uids(FEW).take()


@is_root
@pytest.mark.parametrize("kind", ["link", "file", "directory"])
def test_a_lock_path_created_by_another_user_is_moved_aside(tmp_path: Path, kind: str) -> None:
    """Every account may make it before we do, and would keep all runs of root from a uid."""
    place, elsewhere = tmp_path / "kriterion-0", tmp_path / "elsewhere"
    elsewhere.mkdir()
    if kind == "link":
        place.symlink_to(elsewhere)
    elif kind == "file":
        place.touch()
    else:
        place.mkdir()
    os.chown(place, 4_242, 4_242, follow_symlinks=False)
    with Uids(FEW).lease():
        status = place.lstat()
        assert stat.S_ISDIR(status.st_mode)
        assert (status.st_uid, stat.S_IMODE(status.st_mode)) == (0, 0o700)
    assert list(elsewhere.iterdir()) == []
    (aside,) = tmp_path.glob("kriterion-0.foreign-*")
    assert aside.lstat().st_uid == 4_242


# --- one uid for all


def test_runs_of_one_submitter_overlap() -> None:
    with SharedUid("").lease("emma"), SharedUid("").lease("emma") as user:
        assert user.uid == os.geteuid()


def test_runs_of_different_submitters_do_not_overlap() -> None:
    order = []
    waiting = threading.Event()

    def second() -> None:
        waiting.set()
        with SharedUid("").lease("noor"):
            order.append("noor")

    with SharedUid("").lease("emma"):
        thread = threading.Thread(target=second)
        thread.start()
        waiting.wait()
        time.sleep(0.1)  # it could begin
        order.append("emma")
    thread.join()
    assert order == ["emma", "noor"]


def test_a_waiting_run_is_not_overtaken_forever() -> None:
    """A submitter whose runs overlap without end would keep everybody else out."""
    order = []

    def wait_and_note(name: str) -> None:
        with SharedUid("").lease(name):
            order.append(name)
            time.sleep(0.02)

    first = SharedUid("").lease("emma")
    first.__enter__()
    noor = threading.Thread(target=wait_and_note, args=("noor",))
    noor.start()
    with LockFile("shared-uid") as gate:
        while not gate.is_locked_by_others(available_users._WAITING, available_users._SUBMITTERS):
            time.sleep(0.01)
    again = threading.Thread(target=wait_and_note, args=("emma",))
    again.start()
    time.sleep(0.1)
    assert order == []  # emma's second run waits because noor does
    first.__exit__(None, None, None)
    noor.join()
    again.join()
    assert sorted(order) == ["emma", "noor"]


def test_waiting_can_be_cancelled() -> None:
    cancelled = threading.Event()
    threading.Timer(0.05, cancelled.set).start()
    noors = SharedUid("").lease("noor", cancelled)
    with SharedUid("").lease("emma"), pytest.raises(RunCancelled), noors:
        pass


def test_runs_that_share_a_uid_retry_to_get_their_own() -> None:
    """A trial that failed once, for want of a process, held until a restart."""
    now, tries = [0.0], []

    def find(_: UidRange) -> available_users.Users:
        tries.append(now[0])
        return SharedUid("") if len(tries) < 3 else LeasedUids(FEW)

    here = available_users.AvailableUsers(find=find, clock=lambda: now[0])
    for seconds, separation in (
        *((0.0, "shared uid"), (59.0, "shared uid"), (60.0, "shared uid"), (119.0, "shared uid")),
        *((120.0, "own uid"), (999.0, "own uid")),
    ):
        now[0] = seconds
        assert here.find().separation == separation
    assert tries == [0.0, 60.0, 120.0]


def test_nobody_waits_for_a_retrying_run() -> None:
    now, begun, go_on = [0.0], threading.Event(), threading.Event()

    def find(_: UidRange) -> available_users.Users:
        if now[0]:
            begun.set()
            go_on.wait()
        return SharedUid("")

    here = available_users.AvailableUsers(find=find, clock=lambda: now[0])
    here.find()
    now[0] = 60.0
    slow = threading.Thread(target=here.find)
    slow.start()
    begun.wait()
    assert here.find().separation == "shared uid"
    go_on.set()
    slow.join()


def test_a_long_lived_tool_blocks_nobody() -> None:
    with SharedUid("").lease(None), SharedUid("").lease("emma"), SharedUid("").lease(None):
        pass


def test_a_shared_uid_is_reported_with_the_remedy() -> None:
    assert available_users._ADVICE.format(reason="sudo apt-get install uidmap").endswith(
        "install uidmap"
    )


@pytest.mark.parametrize("mark", ["mark_in_use", "mark_clean"])
def test_a_subordinate_uid_whose_mark_cannot_be_written_leaks_no_descriptor(
    mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subordinate, "_make_namespace", lambda *_: os.open(os.devnull, os.O_RDONLY))
    monkeypatch.setattr(subordinate, "_find_helper", str)
    monkeypatch.setattr(
        subordinate, "_MAX_IDLE_NAMESPACES", 1
    )  # so that the one that is idle is taken again
    uids = subordinate.SubordinateUids(UidRange(first=FIRST, count=5), first_gid=FIRST)
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    uids.try_out()

    def refuse(_: object) -> None:
        raise MachineError("no space left on device")

    monkeypatch.setattr(Lease, mark, refuse)
    with pytest.raises(MachineError), uids.lease():
        pass
    assert len(os.listdir("/proc/self/fd")) == before  # noqa: PTH208
