"""Unpack a restore inside the data directory, then move all files into place or none.

A data directory that contains `.restoring` is not served. It holds the unpacked files and, before
the first is moved, the list of all files to move, so that the next restore can undo one that was
killed halfway. A restore is complete once `.restoring` is renamed.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kriterion.errors import OperatorError

PLACE = ".restoring"
DONE = ".restored"

_MOVED = "moved.json"
_UNPACKED = "unpacked"


class RestorePlace:
    """Where a backup is unpacked."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._place = data / PLACE
        self.unpacked = self._place / _UNPACKED

    def move_into_place(self, source: Path, database: Path | None) -> None:
        """Move everything in a directory into the data directory.

        `database` is a file that will be put in place afterwards; if it is in the data directory,
        undoing includes it. Raises OperatorError, having moved nothing, if a name exists already.
        """
        names = sorted(file.name for file in source.iterdir())
        for name in names:
            if os.path.lexists(self._data / name):
                raise OperatorError(
                    f"{self._data / name}: already exists, and a restore does not overwrite files",
                    fix="name an empty directory with --data DIR",
                )
        # Flush before anything depends on it: the machine may die at any moment.
        os.sync()
        all_names = names
        if database is not None and database.parent.resolve() == self._data.resolve():
            all_names = [*names, database.name]
        unfinished = self._place / f".{_MOVED}"
        unfinished.write_text(json.dumps(all_names), encoding="utf-8")
        flush(unfinished)
        unfinished.rename(self._place / _MOVED)
        flush(self._place)
        for name in names:
            (source / name).rename(self._data / name)
        flush(self._data)

    def undo(self) -> None:
        """Remove the moved and the unpacked files."""
        with suppress(FileNotFoundError):
            for name in json.loads((self._place / _MOVED).read_text(encoding="utf-8")):
                _remove(self._data / name)
            flush(self._data)
        self.finish()

    def finish(self) -> None:
        """Remove the unpacked files; moved files stay."""
        done = self._data / DONE
        shutil.rmtree(done, ignore_errors=True)
        with suppress(FileNotFoundError):
            self._place.rename(done)
        flush(self._data)
        shutil.rmtree(done, ignore_errors=True)


@contextmanager
def restore_place(data: Path) -> Iterator[RestorePlace]:
    """Make a place in a data directory; on an error, the directory is restored to its former state.

    First undoes what a killed restore left. Raises OperatorError while another restore runs.
    """
    lock = os.open(data, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OperatorError(f"{data}: another restore is running there") from error
        place = RestorePlace(data)
        place.undo()
        try:
            place.unpacked.mkdir(mode=0o700, parents=True)
            place.unpacked.parent.chmod(0o700)
            yield place
            place.finish()
        except BaseException:
            place.undo()
            raise
    finally:
        os.close(lock)


def flush(file: Path) -> None:
    """Flush a file, or a directory's entries, to the disk."""
    descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(file: Path) -> None:
    if file.is_dir() and not file.is_symlink():
        shutil.rmtree(file)
    else:
        file.unlink(missing_ok=True)
