"""Where the users of runs come from: a range of uids, subordinate uids, or our own."""

import grp
import os
import pwd
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol
from zlib import crc32

from kriterion.errors import OperatorError, SandboxUnavailable
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.run import RunCancelled
from kriterion.sandbox.users.machine_locks import LockFile
from kriterion.sandbox.users.subordinate import (
    NoSubordinateUids,
    SubordinateUids,
    find_subordinate_uids,
    read_ranges,
)
from kriterion.sandbox.users.uids import UidRange, Uids
from kriterion.sandbox.users.user import RunUser

# Debian and systemd assign none of these, and subordinate uids begin at 100,000.
DEFAULT_UIDS = UidRange(first=70_000, count=1_000)

_ADVICE = """\
all runs are this user, and the kernel counts some resources for all of a user's processes together;
so runs for different people do not overlap. Let each be a user of its own by subordinate uids:
{reason}"""

_RETRY_SECONDS = 60.0  # between trials, each of some milliseconds

OWN_UID = "own uid"
SHARED_UID = "shared uid"


class Users(Protocol):
    """A source of users for runs.

    `separation` says how runs are separated where the kernel counts per user: OWN_UID or
    SHARED_UID. `advice` is how the operator can improve that.
    """

    @property
    def separation(self) -> str: ...

    @property
    def advice(self) -> str: ...

    def lease(
        self, submitter: str | None, cancelled: threading.Event | None = None
    ) -> AbstractContextManager[RunUser]:
        """Lease a user for a run on behalf of `submitter`, until the context ends.

        None is for a tool that stays: it serves everybody and runs no student code. The context
        must not end before every process of the run is dead. Raises RunCancelled, OperatorError and
        MachineError.
        """


def choose_users(uids: UidRange = DEFAULT_UIDS) -> Users:
    """Return the best source here; `uids` are for root."""
    if os.geteuid() == 0:
        return LeasedUids(uids)
    try:
        return LeasedSubordinateUids(find_subordinate_uids())
    except NoSubordinateUids as error:
        return SharedUid(_ADVICE.format(reason=error))


class AvailableUsers:
    """The best source here, retried while runs must share a uid.

    A trial may fail because the machine is briefly short of something, or before an operator has
    granted subordinate uids.
    """

    def __init__(
        self,
        uids: UidRange = DEFAULT_UIDS,
        *,
        find: Callable[[UidRange], Users] = choose_users,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._uids = uids
        self._find = find
        self._clock = clock
        self._users: Users | None = None
        self._tried_at = 0.0
        self._finding = threading.Lock()  # others do not wait for a retry

    def find(self) -> Users:
        """Return the source for a run that starts now."""
        users = self._users
        if users is None:
            with self._finding:
                return self._users or self._try()
        if (
            users.separation == SHARED_UID
            and self._clock() - self._tried_at >= _RETRY_SECONDS
            and self._finding.acquire(blocking=False)
        ):
            try:
                return self._try()
            finally:
                self._finding.release()
        return users

    def _try(self) -> Users:
        self._users = self._find(self._uids)
        self._tried_at = self._clock()
        return self._users


class LeasedUids:
    """For root: every run is another user of a range."""

    separation = OWN_UID
    advice = ""

    def __init__(self, uids: UidRange) -> None:
        self._uids = Uids(uids)
        self._checked = False

    @contextmanager
    def lease(
        self, submitter: str | None, cancelled: threading.Event | None = None
    ) -> Iterator[RunUser]:
        """Lease a uid of the range."""
        if not self._checked:
            _refuse_taken(self._uids.range)
            self._checked = True
        command = _make_user_switch()
        with self._uids.lease() as uid:
            yield RunUser(uid=uid, owner=uid, command=command(uid))


def _make_user_switch() -> Callable[[int], tuple[str, ...]]:
    setpriv = find_program("setpriv")
    if setpriv is None:
        raise SandboxUnavailable(
            "setpriv is not installed; without it, a run would be root",
            fix="sudo apt-get install util-linux",
        )

    def command(uid: int) -> tuple[str, ...]:
        user = str(uid)
        return (setpriv, "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs")

    return command


def _refuse_taken(uids: UidRange) -> None:
    """Refuse uids with accounts: a run could read their files and end their processes."""
    accounts = [f"{user.pw_uid} is the user {user.pw_name}" for user in pwd.getpwall()
             if user.pw_uid in uids]  # fmt: skip
    accounts += [f"{group.gr_gid} is the group {group.gr_name}" for group in grp.getgrall()
              if group.gr_gid in uids]  # fmt: skip
    accounts += [
        f"{first}-{first + count - 1} are subordinate uids of {name}"
        for name, first, count in read_ranges("/etc/subuid")
        if first <= uids.first + uids.count - 1 and uids.first <= first + count - 1
    ]
    if accounts:
        raise OperatorError(
            f"the uids {uids}, set aside for runs, are in use: {'; '.join(accounts[:5])}",
            fix="name others in kriterion.toml: [sandbox] first_uid = …, uid_count = …",
        )


class LeasedSubordinateUids:
    """For an ordinary user: every run is another one of our subordinate uids."""

    separation = OWN_UID
    advice = ""

    def __init__(self, uids: SubordinateUids) -> None:
        self._uids = uids

    @contextmanager
    def lease(
        self, submitter: str | None, cancelled: threading.Event | None = None
    ) -> Iterator[RunUser]:
        """Lease a subordinate uid."""
        with self._uids.lease() as user:
            yield user


_GATE = "shared-uid"
_TURN = 0  # its holder may enter or queue
_RUNNING, _WAITING = 1, 1 << 32  # and one byte after these per submitter
_SUBMITTERS = 1 << 31
_POLL_SECONDS = 0.01


class SharedUid:
    """For an ordinary user without subordinate uids: every run has our own uid.

    Runs on behalf of different submitters never overlap, machine-wide.
    """

    separation = SHARED_UID

    def __init__(self, advice: str) -> None:
        self.advice = advice

    @contextmanager
    def lease(
        self, submitter: str | None, cancelled: threading.Event | None = None
    ) -> Iterator[RunUser]:
        """Yield our own user once no run of another submitter is active."""
        if submitter is None:
            yield RunUser(uid=os.geteuid())
            return
        with LockFile(_GATE) as gate:
            _wait_for_turn(gate, crc32(submitter.encode()) % _SUBMITTERS, cancelled)
            yield RunUser(uid=os.geteuid())


def _wait_for_turn(gate: LockFile, submitter: int, cancelled: threading.Event | None) -> None:
    """Wait until no other submitter has runs, or waits while we have some; so no submitter
    starves.
    """
    waits = False
    while True:
        if gate.try_lock(_TURN):
            if _may_run(gate, submitter, waits=waits):
                gate.try_lock(_RUNNING + submitter, shared=True)
                gate.unlock(_WAITING + submitter)
                gate.unlock(_TURN)
                return
            waits = gate.try_lock(_WAITING + submitter, shared=True)
            gate.unlock(_TURN)
        if cancelled is None:
            time.sleep(_POLL_SECONDS)
        elif cancelled.wait(_POLL_SECONDS):
            raise RunCancelled


def _may_run(gate: LockFile, submitter: int, *, waits: bool) -> bool:
    if _has_others(gate, _RUNNING, submitter):
        return False
    if not _has_others(gate, _WAITING, submitter):
        return True
    return waits and not gate.is_locked_by_others(_RUNNING + submitter, 1)


def _has_others(gate: LockFile, begin: int, submitter: int) -> bool:
    """Whether another submitter holds a lock in the part of the file that begins there."""
    behind = submitter + 1
    return gate.is_locked_by_others(begin, submitter) or gate.is_locked_by_others(
        begin + behind, _SUBMITTERS - behind
    )
