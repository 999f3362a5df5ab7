"""Read the files that a run left, after its end, without trusting them.

They are in file systems in memory of the run, or below its root. We hold these places from before
the command starts, so that they outlive the run, which cannot move them. Nothing changes while we
read, so resolving a path step by step is as safe as resolving it at once.
"""

import errno
import os
import stat
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import PurePosixPath

from kriterion.errors import MachineError
from kriterion.sandbox.execution.writable_places import list_writable_places
from kriterion.sandbox.run import RejectedFile, Run

MAXIMUM_FILES = 100
_MACHINE_ERRORS = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EIO)
_HOLD_FLAGS = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: opening a FIFO without a writer would wait forever.
_READ_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY | os.O_CLOEXEC


class Results:
    """What to collect of one run.

    All files together may have as many bytes as the run may write.
    """

    def __init__(self, run: Run) -> None:
        """Raises ValueError if the run could not write one of the files."""
        if len(run.collect) > MAXIMUM_FILES:
            raise ValueError(f"{len(run.collect)} files: {MAXIMUM_FILES} are collected at most")
        writable = (run.root,) if run.root else list_writable_places(run)
        places = sorted(writable, key=len, reverse=True)
        self._found = {name: _split_path(name, places) for name in run.collect}
        self._maximum_bytes = run.limits.output_bytes
        self._held: dict[str, int] = {}

    def hold(self, pid: int) -> None:
        """Hold the file systems of a waiting run; `pid` is any process of it."""
        for place in {place for place, _ in self._found.values()}:
            try:
                self._held[place] = os.open(f"/proc/{pid}/root{place}", _HOLD_FLAGS)
            except OSError as error:
                raise MachineError(
                    f"{place} of a run cannot be kept open: {error.strerror}"
                ) from error

    def collect(self) -> Mapping[str, bytes | RejectedFile]:
        """Return the files that exist, after all processes of the run have ended."""
        files: dict[str, bytes | RejectedFile] = {}
        left_bytes = self._maximum_bytes
        for name, (place, steps) in self._found.items():
            with suppress(FileNotFoundError):
                files[name] = content = _read_file(self._held[place], steps, left_bytes)
                left_bytes -= len(content) if isinstance(content, bytes) else 0
        return files

    def close(self) -> None:
        """Release the file systems, which removes them."""
        while self._held:
            os.close(self._held.popitem()[1])


def _split_path(name: str, places: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return the file system of a file, and the steps from there."""
    path = PurePosixPath(name)
    for place in places:
        if path != PurePosixPath(place) and path.is_relative_to(place) and ".." not in path.parts:
            return place, path.relative_to(place).parts
    raise ValueError(f"{name!r}: is not a file that a run can write")


def _read_file(parent: int, steps: tuple[str, ...], maximum_bytes: int) -> bytes | RejectedFile:
    """Return the content of a file. Raises FileNotFoundError."""
    *directories, last = map(os.fsencode, steps)
    with ExitStack() as stack:
        try:
            where = parent
            for directory in directories:
                where = os.open(directory, _HOLD_FLAGS, dir_fd=where)
                stack.callback(os.close, where)
            file = os.open(last, _READ_FLAGS, dir_fd=where)
            stack.callback(os.close, file)
            status = os.fstat(file)
            reason = _find_objection(status, os.fstat(parent), maximum_bytes)
            return RejectedFile(reason) if reason else _read_content(file, status.st_size)
        except FileNotFoundError:
            raise
        except OSError as error:  # a link on the way, not a directory, or no permission
            if error.errno in _MACHINE_ERRORS:
                raise MachineError(f"a file of a run cannot be read: {error.strerror}") from error
            return RejectedFile(f"cannot be opened: {(error.strerror or str(error)).lower()}")


def _find_objection(status: os.stat_result, directory: os.stat_result, maximum_bytes: int) -> str:
    """Return why a file is not read, or ""."""
    if not stat.S_ISREG(status.st_mode):
        return "is not a regular file"
    if status.st_dev != directory.st_dev:
        return "is in another file system"
    if status.st_nlink != 1:
        return f"has {status.st_nlink} names"
    if status.st_size > maximum_bytes:
        return f"has {status.st_size:,} bytes, and {maximum_bytes:,} are allowed"
    return ""


def _read_content(file: int, size: int) -> bytes:
    pieces = []
    while size > 0 and (piece := os.read(file, size)):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)
