"""Locks shared by all Kriterion processes of one user on this machine; they end with their holder.

They are locks on single bytes of a small file in memory. The byte itself records what a dead holder
left.
"""

import errno
import fcntl
import logging
import os
import secrets
import stat
import struct
from pathlib import Path
from typing import Self

from kriterion.errors import MachineError, OperatorError

_log = logging.getLogger(__name__)

_PARENT = "/dev/shm"  # noqa: S108 - of the whole machine, writable for everybody, gone at its end
_LOCK = struct.Struct("=hhxxxxqqixxxx")  # struct flock: type, whence, start, length, pid
_HELD_BY_ANOTHER = (errno.EAGAIN, errno.EACCES)


def lock_directory() -> str:
    """Return the directory of this user's lock files. Raises OperatorError and MachineError."""
    directory = f"{_PARENT}/kriterion-{os.geteuid()}"
    try:
        try:
            Path(directory).mkdir(0o700)
        except FileExistsError:
            status = os.lstat(directory)
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
                _replace_foreign(directory, status.st_uid)
    except OSError as error:
        raise MachineError(f"{directory}: cannot be made: {error.strerror}") from error
    return directory


def _replace_foreign(directory: str, owner: int) -> None:
    """Replace a directory that another user created; only root can move it away.

    All processes of a user must use the same name, and every account can take a name first. Raises
    OperatorError and OSError.
    """
    if os.geteuid() != 0:
        raise OperatorError(
            f"{directory}: belongs to user {owner}, and locks must be our own",
            fix=f"find out who made it, and remove it as root: rm -r {directory}",
        )
    aside = f"{directory}.foreign-{secrets.token_hex(4)}"
    Path(directory).rename(aside)  # nothing in it is followed or opened
    _log.warning("%s was made by user %d, and is now %s", directory, owner, aside)
    Path(directory).mkdir(0o700, exist_ok=True)
    status = os.lstat(directory)
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != 0:
        raise OperatorError(
            f"{directory}: belongs to user {status.st_uid} again, and locks must be our own",
            fix=f"stop the processes of user {status.st_uid}, and remove {directory}",
        )


class LockFile:
    """Holds locks on bytes of a file; they end with it, and with its process."""

    def __init__(self, name: str) -> None:
        """Raises OperatorError and MachineError."""
        self._path = f"{lock_directory()}/{name}"
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        try:
            self._descriptor = os.open(self._path, flags, 0o600)
        except OSError as error:
            raise self._make_error(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        os.close(self._descriptor)

    def try_lock(self, byte: int, *, shared: bool = False) -> bool:
        """Lock a byte; False if another holder's lock excludes ours."""
        kind = fcntl.F_RDLCK if shared else fcntl.F_WRLCK
        try:
            fcntl.fcntl(self._descriptor, fcntl.F_OFD_SETLK, _LOCK.pack(kind, 0, byte, 1, 0))
        except OSError as error:
            if error.errno in _HELD_BY_ANOTHER:
                return False
            raise self._make_error(error) from error
        return True

    def unlock(self, byte: int) -> None:
        request = _LOCK.pack(fcntl.F_UNLCK, 0, byte, 1, 0)
        try:
            fcntl.fcntl(self._descriptor, fcntl.F_OFD_SETLK, request)
        except OSError as error:
            raise self._make_error(error) from error

    def is_locked_by_others(self, first: int, count: int) -> bool:
        """Whether another holder has any lock on these bytes."""
        if count == 0:  # 0 would mean: up to the end
            return False
        request = _LOCK.pack(fcntl.F_WRLCK, 0, first, count, 0)
        try:
            answer = fcntl.fcntl(self._descriptor, fcntl.F_OFD_GETLK, request)
        except OSError as error:
            raise self._make_error(error) from error
        kind: int = _LOCK.unpack(answer)[0]
        return kind != fcntl.F_UNLCK

    def read_mark(self, byte: int) -> int:
        """Return the last mark of a byte; 0 if none was written."""
        try:
            return (os.pread(self._descriptor, 1, byte) or b"\0")[0]
        except OSError as error:
            raise self._make_error(error) from error

    def write_mark(self, byte: int, mark: int) -> None:
        """Write a mark for the next holder of the lock."""
        try:
            os.pwrite(self._descriptor, bytes((mark,)), byte)
        except OSError as error:
            raise self._make_error(error) from error

    def _make_error(self, error: OSError) -> MachineError:
        return MachineError(f"{self._path}: {error.strerror}")
