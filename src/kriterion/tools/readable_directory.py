"""Find a place for what runs read: every user can enter it, and programs in it can be executed.

A run is another user. The data directory may be below a private home, or closed by a umask. Then a
directory beside the system's caches replaces it.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kriterion.errors import OperatorError

# Every user may enter these on any Linux; only root may write to the first.
_CACHES = ("/var/cache", "/var/tmp")  # noqa: S108 - checked for whose they are
_PASSABLE = 0o711


def open_place(data: Path) -> Path:
    """Return the data directory, or its replacement where runs cannot use it.

    The data directory is created if necessary. Raises OperatorError if it cannot be, or if runs
    could use no directory at all.
    """
    make_passable(data)
    real = Path(os.path.realpath(data))
    obstacle = _find_obstacle(real)
    if not obstacle:
        return data
    reasons = []
    for place in _list_alternatives():
        reason = _make_directory(place) or _find_obstacle(place)
        if not reason:
            return place
        reasons.append(f"{place}: {reason}")
    raise OperatorError(
        f"{data}: runs cannot read its files: {obstacle};"
        f" other directories cannot be used either: {'; '.join(reasons)}",
        fix=_choose_fix(real),
    )


def make_passable(directory: Path) -> None:
    """Create a missing directory that every user can enter, regardless of the umask.

    Raises OperatorError if it cannot be created.
    """
    if directory.is_dir():
        return
    try:
        directory.mkdir(_PASSABLE, parents=True, exist_ok=True)
        directory.chmod(_PASSABLE)
    except OSError as error:
        raise OperatorError(
            f"{directory}: cannot be created: {error.strerror}",
            fix="set KRITERION_DATA to a directory that this user may write",
        ) from error


def is_usable(directory: Path) -> bool:
    """Whether runs can enter a directory and execute programs in it. Raises OSError."""
    return _find_closed_directory(directory) is None and not _is_noexec(directory)


def _find_obstacle(directory: Path) -> str:
    """Return the obstacle to using a directory in runs, or ""."""
    try:
        closed = _find_closed_directory(directory)
        if closed is not None:
            return f"{closed} lets only some users in"
        if _is_noexec(directory):
            return "its file system is mounted noexec"
    except OSError as error:
        return f"{directory}: {error.strerror}"
    return ""


def _find_closed_directory(directory: Path) -> Path | None:
    """Return the outermost directory on the way that denies some users access."""
    ways = (*reversed(directory.parents), directory)
    return next((way for way in ways if not way.stat().st_mode & stat.S_IXOTH), None)


def _is_noexec(directory: Path) -> bool:
    return bool(os.statvfs(directory).f_flag & os.ST_NOEXEC)


def _choose_fix(directory: Path) -> str:
    named = "set KRITERION_DATA to a directory that this user may write and every user may enter"
    try:
        closed = _find_closed_directory(directory)
    except OSError:
        return named
    return named if closed is None else f"chmod o+x {closed}\nor {named}"


def _list_alternatives() -> Iterator[Path]:
    root = os.geteuid() == 0
    for cache in (*_CACHES, tempfile.gettempdir()):
        if root or cache != _CACHES[0]:
            name = "kriterion" if cache == _CACHES[0] else f"kriterion-{os.geteuid()}"
            yield Path(os.path.realpath(cache)) / name


def _make_directory(place: Path) -> str:
    """Create a directory that only we can write; return why that is impossible, or "".

    In a world-writable directory, another user may have created it.
    """
    try:
        place.mkdir(_PASSABLE, exist_ok=True)
        status = place.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            return f"it belongs to user {status.st_uid}"
        if stat.S_IMODE(status.st_mode) != _PASSABLE:  # by a umask
            place.chmod(_PASSABLE)
        if not os.access(place, os.W_OK):
            return "this user may not write it"
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return ""
