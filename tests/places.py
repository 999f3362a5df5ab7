"""Directories for tests that runs of other users can reach.

pytest's own are private, and any other pytest of the same user makes them private again.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PREFIX = "kriterion-tests-"
_CANDIDATES = ("/tmp", "/var/tmp", "/dev/shm")


def make_base() -> Path:
    """Make the base directory of all directories of one pytest.

    It is in TMPDIR or, where other users cannot reach that or nothing can be executed there, in
    another directory, which becomes TMPDIR for the tests and everything they start.
    """
    for directory in dict.fromkeys((tempfile.gettempdir(), *_CANDIDATES)):
        if is_usable(Path(directory)):
            os.environ["TMPDIR"] = tempfile.tempdir = directory
            break
    base = Path(os.path.realpath(tempfile.mkdtemp(prefix=PREFIX)))
    base.chmod(0o711)
    return base


def is_usable(directory: Path) -> bool:
    """Whether every user can pass through a directory, and programs in it can be executed."""
    real = Path(os.path.realpath(directory))
    try:
        passable = all(place.stat().st_mode & 0o001 for place in (real, *real.parents))
        executable = not os.statvfs(real).f_flag & os.ST_NOEXEC
    except OSError:
        return False
    return passable and executable and os.access(real, os.W_OK)


def let_pass(directory: Path) -> None:
    """Let every user pass through a directory that pytest made below the base."""
    for place in (directory, *directory.parents):
        place.chmod(0o711)
        if place.name.startswith(PREFIX) or PREFIX not in str(place.parent):
            break


def find_shared_directory(factory: pytest.TempPathFactory) -> Path:
    """Return the directory that all workers of a session share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@contextmanager
def locked(parent: Path, name: str) -> Iterator[None]:
    """Hold a lock among the workers; `parent` is their shared directory."""
    with (parent / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def make_once(parent: Path, name: str, make: Callable[[Path], None]) -> Path:
    """Make a directory that every user can read, unless another worker has made it.

    The others wait meanwhile. If `make` fails, nothing is left, and the next worker tries.
    """
    place = parent / name
    with locked(parent, name):
        if not place.exists():
            unfinished = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=parent))
            try:
                make(unfinished)
                unfinished.chmod(0o755)
                unfinished.rename(place)
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)
    return place


def remove_base(base: Path) -> None:
    """Remove everything that the tests of one pytest left."""
    if base.name.startswith(PREFIX):
        shutil.rmtree(base, ignore_errors=True)


def open_to_all(directory: Path) -> Path:
    """Let every user enter and list a directory of tests."""
    ends = (Path(tempfile.gettempdir()), Path(os.path.realpath(tempfile.gettempdir())))
    inner = [place for place in directory.parents if any(map(place.is_relative_to, ends))]
    for place in (directory, *inner):
        if place not in ends:
            place.chmod(place.stat().st_mode | 0o055)
    return directory


def open_content_to_all(directory: Path) -> None:
    """Let every user reach and read everything below a directory of tests."""
    for place, folders, names in os.walk(directory):
        for name in (*folders, *names):
            path = Path(place, name)
            path.chmod(path.stat().st_mode | (0o055 if path.is_dir() else 0o044))
    open_to_all(directory)
