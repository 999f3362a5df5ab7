"""Directories that are held while they are used, so that nobody removes them meanwhile."""

import fcntl
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

_held: dict[tuple[int, int], int] = {}  # by device and inode; closed by the kernel when we end

LEAVING = "leaving-"  # how the name of a directory begins that is being removed


def hold(directory: Path) -> bool:
    """Keep a directory from `remove_unheld`, as long as this process lives, also when it is moved.

    False when there is none.
    """
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    status = os.fstat(descriptor)
    identity = status.st_dev, status.st_ino
    if identity in _held:
        os.close(descriptor)
        return True
    with suppress(OSError):  # a file system without locks: there nothing is removed
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    if not _is_at(directory, status):  # it was removed while we waited
        os.close(descriptor)
        return False
    _held[identity] = descriptor
    return True


def remove_unheld(directory: Path) -> None:
    """Remove a directory that no process holds; who wants to hold it from now on finds none."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # All at once for whoever looks, and half of it for nobody.
            leaving = directory.with_name(f"{LEAVING}{secrets.token_hex(8)}")
            directory.rename(leaving)
            shutil.rmtree(leaving, ignore_errors=True)
        finally:
            os.close(descriptor)


def _is_at(directory: Path, status: os.stat_result) -> bool:
    try:
        return os.path.samestat(directory.stat(), status)
    except FileNotFoundError:
        return False
