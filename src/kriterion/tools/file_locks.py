"""Lock directories that are in use, so that no other process removes them."""

import fcntl
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

_descriptors: dict[
    tuple[int, int], int
] = {}  # by device and inode; the kernel closes them with the process

LEAVING = "leaving-"  # prefix of a directory that is being removed


def hold(directory: Path) -> bool:
    """Protect a directory from `remove_unheld` while this process lives, even if it is moved.

    False if it does not exist.
    """
    try:
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    status = os.fstat(descriptor)
    identity = status.st_dev, status.st_ino
    if identity in _descriptors:
        os.close(descriptor)
        return True
    with suppress(OSError):  # on a file system without locks, nothing is removed
        fcntl.flock(descriptor, fcntl.LOCK_SH)
    if not _is_at(directory, status):  # it was removed while we waited
        os.close(descriptor)
        return False
    _descriptors[identity] = descriptor
    return True


def remove_unheld(directory: Path) -> None:
    """Remove a directory that no process holds; later attempts to hold it fail."""
    with suppress(OSError):
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Rename first, so that no process sees a partly deleted directory.
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
