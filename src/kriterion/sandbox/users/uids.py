"""Lease a uid for each run from a range.

The kernel counts some resources per user of the machine, in whatever namespaces: descriptors in
flight through sockets, pages of pipes, watches. Runs of one user could starve each other. A lease
is a lock on the byte of that number; the kernel releases it with its holder. The byte is marked
while a run may be alive: a mark without a lock means that the holder died.
"""

import logging
import os
import random
import signal
import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kriterion.errors import MachineError
from kriterion.sandbox.users.machine_locks import LockFile

_log = logging.getLogger(__name__)

_FILE = "uids"
_CLEAN, _IN_USE = 0, 1
_PATIENCE_SECONDS = 2.0  # for killed processes to be gone
_POLL_SECONDS = 0.01


@dataclass(frozen=True, kw_only=True, slots=True)
class UidRange:
    """A range of uids without accounts."""

    first: int
    count: int

    def __post_init__(self) -> None:
        if self.first <= 0 or self.count <= 0:
            raise ValueError(f"{self.count} uids from {self.first} on: both must be positive")

    def __contains__(self, uid: int) -> bool:
        return self.first <= uid < self.first + self.count

    def __str__(self) -> str:
        return f"{self.first}-{self.first + self.count - 1}"


class Lease:
    """A uid that nobody else on this machine leases. Used by one thread."""

    def __init__(self, uid: int, lock: LockFile) -> None:
        self.uid = uid
        self._lock = lock

    def mark_in_use(self) -> None:
        """Record that processes of that user may be alive from now on."""
        self._lock.write_mark(self.uid, _IN_USE)

    def mark_clean(self) -> None:
        """Record that no process of this user is alive any more."""
        self._lock.write_mark(self.uid, _CLEAN)

    def release(self, *, clean: bool) -> None:
        """Release it. `clean` says that no process of that user is alive."""
        try:
            if clean:
                self.mark_clean()
        finally:
            self._lock.close()


class Uids:
    """Leases the uids of a range, the longest rested first."""

    def __init__(self, uids: UidRange) -> None:
        self.range = uids
        self._guard = threading.Lock()
        self._next = random.randrange(uids.count)  # noqa: S311 - so that workers seldom collide
        self._suspects: set[int] | None = None

    @contextmanager
    def lease(self) -> Iterator[int]:
        """Lease a uid without processes. Raises MachineError if none is free.

        After an error in the context, the next holder looks for processes of that user.
        """
        lease = self.take()
        clean = False
        try:
            yield lease.uid
            clean = True
        finally:
            lease.release(clean=clean)

    def take(self) -> Lease:
        """Take a uid without processes. Raises MachineError if none is free."""
        lock = LockFile(_FILE)
        try:
            for _ in range(self.range.count):
                uid = self._choose_next_uid()
                if lock.try_lock(uid):
                    if self._is_free(uid, lock.read_mark(uid)):
                        lease = Lease(uid, lock)
                        lease.mark_in_use()
                        return lease
                    lock.unlock(uid)
        except BaseException:
            lock.close()
            raise
        lock.close()
        raise MachineError(f"none of the uids {self.range} is free: each is in use, or left out")

    def _choose_next_uid(self) -> int:
        with self._guard:
            self._next = (self._next + 1) % self.range.count
            return self.range.first + self._next

    def _is_free(self, uid: int, mark: int) -> bool:
        """Whether no process has this uid, which we have locked. Ends what a dead holder left."""
        if mark == _IN_USE:
            left = kill_processes(uid)
        elif uid in self._find_suspects():
            left = find_processes((uid,)).get(uid, [])
        else:
            return True
        if left:
            _log.warning(
                "uid %d is left out: processes %s have it, and no run of Kriterion",
                uid,
                ", ".join(map(str, left)),
            )
        else:
            self._find_suspects().discard(uid)
        return not left

    def _find_suspects(self) -> set[int]:
        """Return the uids of the range that had processes at our first lease."""
        with self._guard:
            if self._suspects is None:
                self._suspects = set(find_processes(self.range))
            return self._suspects


def find_processes(uids: Collection[int] | UidRange) -> dict[int, list[int]]:
    """Return the live processes of these users, by any of their four uids."""
    processes: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            for uid in _read_uids(entry.name):
                if uid in uids:
                    processes.setdefault(uid, []).append(int(entry.name))
    return processes


def _read_uids(pid: str) -> set[int]:
    """Return the uids of a process; empty if it has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_bytes()
    except OSError:
        return set()
    fields = dict(line.split(b":", 1) for line in status.splitlines() if b":" in line)
    ended = fields.get(b"State", b"").split()[:1] in ([b"Z"], [b"X"])
    return set() if ended else {int(uid) for uid in fields.get(b"Uid", b"").split()}


def kill_processes(uid: int) -> list[int]:
    """Kill all processes of a user; return those that survive."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while left := find_processes((uid,)).get(uid, []):
        for pid in left:
            _kill_if_owned(uid, pid)
        if time.monotonic() > deadline:
            return left
        time.sleep(_POLL_SECONDS)
    return []


def _kill_if_owned(uid: int, pid: int) -> None:
    """Kill a process, unless its number was reused by another user's."""
    with suppress(OSError):
        descriptor = os.pidfd_open(pid)
        try:
            if uid in _read_uids(str(pid)):
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
        finally:
            os.close(descriptor)
