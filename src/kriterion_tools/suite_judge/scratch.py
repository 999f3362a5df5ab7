"""Make fresh work directories for contexts, and read the files that submissions write there."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kriterion_tools.contracts.dodona_judge.machine_failure import (
    MachineFailure,
    is_machine_failure,
)
from kriterion_tools.suite_judge.leftovers import Leftovers
from kriterion_tools.suite_judge.own_copies import remove

MAX_FILE_BYTES = 1 << 20


class WorkDirectoryUnusable(OSError):
    """A work directory cannot be made, because a submission has changed its source or parent."""


class Scratch:
    """Makes copies of the exercise's work directory, and removes leftovers outside of them."""

    def __init__(self, workdir: Path, leftovers: Leftovers | None = None) -> None:
        self._workdir = workdir
        self._is_empty = not any(workdir.iterdir())
        self._place = Path(os.environ.get("TMPDIR", "/tmp"))  # noqa: S108  # names below it are random
        self._leftovers = leftovers or Leftovers()

    @contextmanager
    def work_directory(self, files: Mapping[str, str]) -> Iterator[Path]:
        """Make a copy of the work directory with these files, and remove it at the end.

        The copy is in a new directory, which the context may change as well. All processes of the
        context must be dead at the end. Raises WorkDirectoryUnusable and MachineFailure.
        """
        parent = self._place / f"suite-{os.urandom(8).hex()}"
        directory = parent / "work"
        try:
            parent.mkdir(mode=0o700)
            self._copy_workdir(directory)
            for name, content in files.items():
                file = directory / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(content, encoding="utf-8", newline="")
        except OSError as error:
            if is_machine_failure(error):
                raise MachineFailure(f"no work directory: {error}") from error
            raise WorkDirectoryUnusable(str(error)) from error
        try:
            yield directory
        finally:
            _remove(directory, parent)
            self._leftovers.remove()

    def _copy_workdir(self, directory: Path) -> None:
        if self._is_empty:
            directory.mkdir()
            return
        import shutil  # imported only where needed: it takes 4 ms

        shutil.copytree(self._workdir, directory, symlinks=True)


def read_output_file(directory: Path, name: str) -> str | None:
    """Return a submission's output in this file; None unless it is a regular file with one link.

    Follows no link, which could lead to files that the submission may not read.
    """
    try:
        descriptor = _open_below(directory, name)
    except OSError as error:
        if is_machine_failure(error):
            raise MachineFailure(f"{name} cannot be read: {error}") from error
        return None
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_nlink != 1:
            return None
        return os.read(descriptor, MAX_FILE_BYTES).decode("utf-8", "surrogateescape")
    finally:
        os.close(descriptor)


def _open_below(directory: Path, name: str) -> int:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    place = os.open(directory, flags | os.O_DIRECTORY)
    for part in name.split("/"):
        try:
            below = os.open(part, flags, dir_fd=place)
        finally:
            os.close(place)
        place = below
    return place


def _remove(directory: Path, parent: Path) -> None:
    """Remove a work directory and its parent. Tries rmdir first, since most are empty."""
    try:
        directory.rmdir()
        parent.rmdir()
    except OSError:
        remove(parent)
