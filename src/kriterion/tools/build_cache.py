"""Directories made once per fingerprint: whole or not at all, and readable by any user."""

import shutil
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kriterion.errors import MachineError, OperatorError
from kriterion.tools.file_locks import LEAVING, hold, remove_unheld
from kriterion.tools.readable_directory import make_passable

_MAKING = "making-"  # what is not complete yet, or never became so
_ABANDONED_SECONDS = 3600


def made_once(
    directory: Path, fingerprint: str, fill: Callable[[Path], None], *, what: str
) -> Path:
    """The directory of that fingerprint in `directory`; `fill` makes its content when it is new.

    It stays at least as long as this process. Two makers at once do no harm: one wins. `what` is
    the content in words, for errors.
    Raises OperatorError when `directory` cannot hold it, and what `fill` raises.
    """
    place = directory / fingerprint
    if hold(place):
        return place
    make_passable(directory)
    try:
        making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=directory))
    except OSError as error:
        raise OperatorError(
            f"{directory}: {what} cannot be made there: {error}",
            fix="set KRITERION_DATA to a directory that this user may write and a run may read",
        ) from error
    try:
        fill(making)
        _open_to_all(making)
        hold(making)
        making.rename(place)
    except OSError as error:
        if hold(place):  # somebody else was faster
            return place
        raise MachineError(f"{directory}: {what} could not be made: {error}") from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    _forget_others(directory, place)
    return place


def _open_to_all(made: Path) -> None:
    """Let every user read it, whatever the umask.

    It may be in a directory for temporary files: cleaners leave files with the sticky bit.
    Source: XDG Base Directory Specification 0.8; tmpfiles.d(5).
    """
    for file in (made, *made.rglob("*")):
        if not file.is_symlink():
            mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
            file.chmod(mode if file.is_dir() else mode | stat.S_ISVTX)


def _forget_others(directory: Path, kept: Path) -> None:
    """Old versions go, all but the newest one before this and those that somebody holds.

    So does what was begun long ago and abandoned; what was begun lately, somebody is at.
    """
    places: list[tuple[float, Path]] = []
    for place in directory.iterdir():
        with suppress(FileNotFoundError):  # somebody else forgets, too
            places.append((place.stat().st_mtime, place))
    begun = [aged for aged in places if aged[1].name.startswith((_MAKING, LEAVING))]
    others = sorted(aged for aged in places if aged not in begun and aged[1] != kept)
    long_ago = time.time() - _ABANDONED_SECONDS
    for _, place in (*others[:-1], *(aged for aged in begun if aged[0] < long_ago)):
        remove_unheld(place)
