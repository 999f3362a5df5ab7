"""Where to put what runs read: somewhere every user can enter, and programs may be executed.

A run is another user. The data directory may lie below a private home, or a umask may have closed
it. Then a directory beside the system's own caches takes its place.
"""

import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kriterion.errors import OperatorError

# Every user may enter these on any Linux; only root may write the first.
_CACHES = ("/var/cache", "/var/tmp")  # noqa: S108 - checked for whose they are
_PASSABLE = 0o711


def open_place(data: Path) -> Path:
    """The data directory, or the directory that takes its place where runs cannot use it.

    The data directory is made if need be. Raises OperatorError when it cannot be, and when runs
    could use no directory.
    """
    make_passable(data)
    real = Path(os.path.realpath(data))
    obstacle = _obstacle(real)
    if not obstacle:
        return data
    refused = []
    for place in _others():
        reason = _make(place) or _obstacle(place)
        if not reason:
            return place
        refused.append(f"{place}: {reason}")
    raise OperatorError(
        f"{data}: runs cannot use what is in it: {obstacle};"
        f" nor can they elsewhere: {'; '.join(refused)}",
        fix=_fix(real),
    )


def make_passable(directory: Path) -> None:
    """Make a directory that is missing, for every user to enter whatever the umask is.

    Raises OperatorError when it cannot be made.
    """
    if directory.is_dir():
        return
    try:
        directory.mkdir(_PASSABLE, parents=True, exist_ok=True)
        directory.chmod(_PASSABLE)
    except OSError as error:
        raise OperatorError(
            f"{directory}: cannot be made: {error.strerror}",
            fix="set KRITERION_DATA to a directory that this user may write",
        ) from error


def is_usable(directory: Path) -> bool:
    """Whether runs can enter a directory and execute what is in it. Raises OSError."""
    return _closed(directory) is None and not _is_noexec(directory)


def _obstacle(directory: Path) -> str:
    """What keeps runs from a directory; empty when nothing does."""
    try:
        closed = _closed(directory)
        if closed is not None:
            return f"{closed} lets only some users in"
        if _is_noexec(directory):
            return "its file system is mounted noexec"
    except OSError as error:
        return f"{directory}: {error.strerror}"
    return ""


def _closed(directory: Path) -> Path | None:
    """The outermost directory on the way that does not let every user in."""
    ways = (*reversed(directory.parents), directory)
    return next((way for way in ways if not way.stat().st_mode & stat.S_IXOTH), None)


def _is_noexec(directory: Path) -> bool:
    return bool(os.statvfs(directory).f_flag & os.ST_NOEXEC)


def _fix(directory: Path) -> str:
    named = "set KRITERION_DATA to a directory that this user may write and every user may enter"
    try:
        closed = _closed(directory)
    except OSError:
        return named
    return named if closed is None else f"chmod o+x {closed}\nor {named}"


def _others() -> Iterator[Path]:
    root = os.geteuid() == 0
    for cache in (*_CACHES, tempfile.gettempdir()):
        if root or cache != _CACHES[0]:
            name = "kriterion" if cache == _CACHES[0] else f"kriterion-{os.geteuid()}"
            yield Path(os.path.realpath(cache)) / name


def _make(place: Path) -> str:
    """Make a directory that only we can write; the reason why that is impossible, else empty.

    In a directory that everybody may write, somebody else may have made it.
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
