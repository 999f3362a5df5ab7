"""Build directories once per fingerprint: complete or not at all, and readable for any user."""

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

_MAKING = "making-"  # not complete yet, or abandoned
_ABANDONED_SECONDS = 3600


def build_once(
    directory: Path, fingerprint: str, fill: Callable[[Path], None], *, what: str
) -> Path:
    """Return the directory of that fingerprint in `directory`; `fill` writes its content if it is
    new.

    It stays at least as long as this process. Two concurrent builders are harmless: one wins.
    `what` describes the content in errors. Raises OperatorError if `directory` cannot hold it, and
    what `fill` raises.
    """
    place = directory / fingerprint
    if hold(place):
        return place
    make_passable(directory)
    try:
        making = Path(tempfile.mkdtemp(prefix=_MAKING, dir=directory))
    except OSError as error:
        raise OperatorError(
            f"{directory}: {what} cannot be built there: {error}",
            fix="set KRITERION_DATA to a directory that this user may write and a run may read",
        ) from error
    try:
        fill(making)
        _open_to_all(making)
        hold(making)
        making.rename(place)
    except OSError as error:
        if hold(place):  # another process was faster
            return place
        raise MachineError(f"{directory}: {what} could not be built: {error}") from error
    finally:
        shutil.rmtree(making, ignore_errors=True)
    _forget_others(directory, place)
    return place


def _open_to_all(made: Path) -> None:
    """Make it readable for every user, regardless of the umask.

    In a directory for temporary files, the sticky bit keeps cleaners from removing files. Source:
    XDG Base Directory Specification 0.8; tmpfiles.d(5).
    """
    for file in (made, *made.rglob("*")):
        if not file.is_symlink():
            mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
            file.chmod(mode if file.is_dir() else mode | stat.S_ISVTX)


def _forget_others(directory: Path, kept: Path) -> None:
    """Remove old versions, except the newest one before this and those in use.

    Also remove unfinished ones that are old; recent ones may be in progress.
    """
    places: list[tuple[float, Path]] = []
    for place in directory.iterdir():
        with suppress(FileNotFoundError):  # another process removes them, too
            places.append((place.stat().st_mtime, place))
    begun = [aged for aged in places if aged[1].name.startswith((_MAKING, LEAVING))]
    others = sorted(aged for aged in places if aged not in begun and aged[1] != kept)
    long_ago = time.time() - _ABANDONED_SECONDS
    for _, place in (*others[:-1], *(aged for aged in begun if aged[0] < long_ago)):
        remove_unheld(place)
