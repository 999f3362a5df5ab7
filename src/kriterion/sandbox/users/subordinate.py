"""Subordinate uids: users that an ordinary user may assign to others.

Each is the root of a user namespace of its own; bubblewrap, started there, creates the run's
namespace below it. What the kernel counts per user of the machine, it counts for that uid. What it
counts per user of a namespace, it also counts for the namespace's creator: so each run gets a
share. Source: Linux, kernel/ucount.c; newuidmap(1), subuid(5).
"""

import os
import resource
import select
import subprocess
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from pwd import getpwuid

from kriterion.errors import MachineError
from kriterion.sandbox.host_programs import find_program
from kriterion.sandbox.users.uids import Lease, UidRange, Uids
from kriterion.sandbox.users.user import RunUser

_MAX_NAMESPACES = 1_000  # of the range's uids
_MAX_IDLE_NAMESPACES = 32  # so that a uid rests before it is reused
_PATIENCE_SECONDS = 20.0

# This many concurrent runs cannot exhaust what the kernel counts for their creator.
AT_ONCE = 8
# Limit per namespace → limit of the machine, counted for the creator.
_COUNTED = {
    "max_inotify_instances": "max_user_instances",
    "max_inotify_watches": "max_user_watches",
}
# No program needs more; the creator may have AT_ONCE times as many.
_LIMITS = {
    resource.RLIMIT_SIGPENDING: 4_096,
    resource.RLIMIT_MSGQUEUE: 819_200,
    resource.RLIMIT_MEMLOCK: 8 << 20,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Namespace:
    """A user namespace in which a leased uid is root."""

    lease: Lease
    descriptor: int

    def close(self, *, clean: bool) -> None:
        """Release it. `clean` says that no process of its user is alive."""
        os.close(self.descriptor)
        self.lease.release(clean=clean)


class NoSubordinateUids(Exception):
    """Why subordinate uids do not work for this user, and what the operator can do."""


class SubordinateUids:
    """Leases users from a range of subordinate uids.

    Namespaces are kept for further runs while nothing goes wrong.
    """

    def __init__(self, uids: UidRange, first_gid: int) -> None:
        self._uids = Uids(uids)
        self._shift = first_gid - uids.first
        self._idle: deque[_Namespace] = deque()  # the longest rested first
        self._guard = threading.Lock()

    def try_out(self) -> None:
        """Create and keep one namespace. Raises NoSubordinateUids and MachineError."""
        self._put_back(self._make())

    @contextmanager
    def lease(self) -> Iterator[RunUser]:
        """Lease a user that nobody else has. Raises MachineError."""
        try:
            namespace = self._take()
        except NoSubordinateUids as error:
            raise MachineError(f"a run gets no uid of its own: {error}") from error
        clean = False
        try:
            place = f"/proc/{os.getpid()}/fd/{namespace.descriptor}"
            yield RunUser(
                uid=namespace.lease.uid,
                command=(_find_helper("nsenter"), f"--user={place}", "--setuid=0", "--setgid=0"),
                limits=_read_limits(),
            )
            clean = True
        finally:
            if clean:
                self._put_back(namespace)
            else:
                namespace.close(clean=False)

    def _take(self) -> _Namespace:
        with self._guard:
            rested = self._idle.popleft() if len(self._idle) >= _MAX_IDLE_NAMESPACES else None
        if rested is None:
            return self._make()
        try:
            rested.lease.mark_in_use()
        except MachineError:
            rested.close(clean=False)
            raise
        return rested

    def _put_back(self, namespace: _Namespace) -> None:
        try:
            namespace.lease.mark_clean()
        except MachineError:
            namespace.close(clean=False)
            raise
        with self._guard:
            self._idle.append(namespace)

    def _make(self) -> _Namespace:
        lease = self._uids.take()
        try:
            descriptor = _make_namespace(lease.uid, lease.uid + self._shift)
        except BaseException:
            lease.release(clean=True)
            raise
        return _Namespace(lease=lease, descriptor=descriptor)


def find_subordinate_uids() -> SubordinateUids:
    """Return this user's subordinate uids, and check that they work. Raises NoSubordinateUids."""
    for program in ("newuidmap", "newgidmap", "unshare", "nsenter"):
        if find_program(program) is None:
            package = "uidmap" if program.startswith("new") else "util-linux"
            raise NoSubordinateUids(
                f"{program} is not installed: sudo apt-get install {package}",
            )
    name = _find_own_name()
    ranges = [find_own_range("/etc/subuid", name), find_own_range("/etc/subgid", name)]
    if None in ranges:
        raise NoSubordinateUids(
            f"the user {name} has no subordinate uids and gids; give it some that are free:\n"
            f"sudo usermod --add-subuids 1000000-1065535 --add-subgids 1000000-1065535 {name}"
        )
    uids, gids = (subordinate_uids for subordinate_uids in ranges if subordinate_uids is not None)
    # Containers use the beginning of a range, and its end.
    count = min(uids.count, gids.count)
    skipped = count // 2
    subordinate_uids = SubordinateUids(
        UidRange(first=uids.first + skipped, count=min(count - skipped, _MAX_NAMESPACES)),
        first_gid=gids.first + skipped,
    )
    try:
        subordinate_uids.try_out()
    except MachineError as error:
        raise NoSubordinateUids(str(error)) from error
    return subordinate_uids


def read_ranges(file: str) -> Iterator[tuple[str, int, int]]:
    """Yield the ranges in a file such as /etc/subuid: owner, first, count."""
    try:
        lines = Path(file).read_text(errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        with suppress(ValueError):
            name, first, count = line.strip().split(":")
            yield name, int(first), int(count)


def find_own_range(file: str, name: str) -> UidRange | None:
    """Return the first range of a user, who may be listed by name or number."""
    for owner, first, count in read_ranges(file):
        if owner in (name, str(os.getuid())) and first > 0 and count > 0:
            return UidRange(first=first, count=count)
    return None


def _find_own_name() -> str:
    try:
        return getpwuid(os.getuid()).pw_name
    except KeyError:
        raise NoSubordinateUids(
            f"user {os.getuid()} has no account, and only accounts have subordinate uids"
        ) from None


def _make_namespace(uid: int, gid: int) -> int:
    """Return the descriptor of a new user namespace whose root is this user."""
    settings = "; ".join(
        f"echo {limit} >/proc/sys/user/{name} || exit" for name, limit in _divide_limits().items()
    )
    command = (
        *(_find_helper("unshare"), "--user", f"--map-users={uid},0,1", f"--map-groups={gid},0,1"),
        *("--setuid=0", "--setgid=0", "/bin/sh", "-c", f"{settings}; echo ready; read -r _"),
    )
    try:
        maker = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": "/usr/bin:/bin"},
            cwd="/",
        )
    except OSError as error:
        raise MachineError(f"{command[0]}: cannot be started: {error.strerror}") from error
    with maker:
        answer = _read_first_line(maker)
        try:
            if answer != b"ready\n":
                complaint = answer.decode(errors="replace").strip() or "it does not answer"
                raise NoSubordinateUids(f"unshare makes no user namespace: {complaint}")
            return os.open(f"/proc/{maker.pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            raise MachineError(f"a user namespace cannot be kept open: {error.strerror}") from error
        finally:
            maker.kill()


def _read_first_line(maker: subprocess.Popen[bytes]) -> bytes:
    assert maker.stdout is not None
    waiting = select.poll()
    waiting.register(maker.stdout, select.POLLIN)
    return maker.stdout.readline() if waiting.poll(_PATIENCE_SECONDS * 1000) else b""


def _divide_limits() -> dict[str, int]:
    """Return a run's share of the limits that the kernel sets for all runs together."""
    parts = {}
    for name, machine_limit in _COUNTED.items():
        with suppress(OSError, ValueError):
            limit = int(Path(f"/proc/sys/fs/inotify/{machine_limit}").read_text())
            parts[name] = max(limit // AT_ONCE, 1)
    return parts


def _read_limits() -> dict[int, int]:
    limits = {}
    for what, enough in _LIMITS.items():
        _, hard = resource.getrlimit(what)
        limits[what] = enough if hard == resource.RLIM_INFINITY else min(hard // AT_ONCE, enough)
    return limits


def _find_helper(name: str) -> str:
    program = find_program(name)
    if program is None:
        raise MachineError(f"{name} is gone")
    return program
