"""Replace a directory in one step: build the new one beside it, then swap.

Readers see either the complete old directory or the complete new one. If a program is killed, the
next one removes what it left beside the directory; a lock shows whether the other still runs.
"""

import ctypes
import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kriterion.errors import MachineError, OperatorError

_CURRENT_DIRECTORY = -100  # AT_FDCWD
_EXCHANGE = 2  # RENAME_EXCHANGE of linux/fs.h


@contextmanager
def replace_directory(directory: Path) -> Iterator[Path]:
    """Yield an empty directory that replaces this one if the block succeeds.

    Raises OperatorError if another program is doing the same, MachineError if the system fails.
    """
    making = directory.with_name(f".{directory.name}.making")
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        lock = _lock_directory(making, directory)
        try:
            _recover(directory)
            _clear_directory(making)
            yield making
            _swap(making, directory)
        finally:
            shutil.rmtree(making, ignore_errors=True)
            os.close(lock)
    except OSError as error:
        raise MachineError(f"{directory}: cannot be written: {error.strerror or error}") from error


def _lock_directory(making: Path, directory: Path) -> int:
    """Create `making` if necessary; return a descriptor that holds a lock on it.

    Raises OperatorError if it belongs to another user or another program builds `directory`."""
    while True:
        making.mkdir(exist_ok=True)
        try:
            lock = os.open(making, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            continue  # another program has just removed it
        if os.fstat(lock).st_uid != os.geteuid():
            os.close(lock)
            raise OperatorError(f"{making} belongs to another user", fix="choose another directory")
        if not _try_lock(lock):
            os.close(lock)
            raise OperatorError(
                f"{directory} is being built by another program", fix="wait until it has finished"
            )
        if _is_same_file(making, lock):
            return lock
        os.close(lock)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_same_file(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.lstat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _recover(directory: Path) -> None:
    """Restore or remove the directory that a killed program moved aside."""
    aside = _find_free_path(directory)
    if aside.is_dir():
        if directory.exists():
            shutil.rmtree(aside, ignore_errors=True)
        else:
            aside.rename(directory)


def _clear_directory(directory: Path) -> None:
    for entry in directory.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _swap(making: Path, directory: Path) -> None:
    try:
        old = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        making.rename(directory)
        return
    try:
        _try_lock(old)  # so that no other program removes it while we do
        making.chmod(os.fstat(old).st_mode & 0o7777)
        if _exchange(making, directory):
            shutil.rmtree(making, ignore_errors=True)
        else:
            directory.rename(_find_free_path(directory))
            making.rename(directory)
            shutil.rmtree(_find_free_path(directory), ignore_errors=True)
    finally:
        os.close(old)


def _exchange(first: Path, second: Path) -> bool:
    """Exchange two directories in one step; False if the file system cannot."""
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    status: int = rename(
        _CURRENT_DIRECTORY, os.fsencode(first), _CURRENT_DIRECTORY, os.fsencode(second), _EXCHANGE
    )
    return status == 0


def _find_free_path(directory: Path) -> Path:
    return directory.with_name(f".{directory.name}.aside")
