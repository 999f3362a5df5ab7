"""Removing what a context leaves outside its work directory before the next context starts."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from kriterion_tools.suite_judge.own_copies import remove

# Directories that any process may write to. The fence allows the first one only; without Landlock,
# the others are writable as well.
SHARED_PLACES = ("/dev/shm", "/tmp", "/var/tmp")  # noqa: S108  # emptied, never written to


class Leftovers:
    """Restores a container that belongs to this run alone: never to be used in any other place.

    `places` are directories where contexts may make files: what is in them now stays, what comes
    later is removed. `kept` are trees that contexts may read. To change the mode or the times of a
    file takes no right to write it, only the same user: these are restored, in both.
    """

    def __init__(self, places: Iterable[str | Path] = (), kept: Iterable[str | Path] = ()) -> None:
        # A place may have two names: /var/tmp is a link to /tmp here and there.
        self._entries = {place.resolve(): _names(place) or set() for place in map(Path, places)}
        on_the_way = {one for place in self._entries for one in (place, *place.parents)}
        self._ways = _states(sorted(map(str, on_the_way)))  # parents before what is in them
        self._kept = _states(path for tree in kept for path in _below(str(tree)))

    def remove(self) -> None:
        """Remove and restore. To be called when no process of a context is alive."""
        for place, before in self._entries.items():
            names = _names(place)
            if names is None:  # a context has locked it, or the way to it
                _restore(self._ways)
                names = _names(place) or set()
            if left := names - before:
                remove(*(place / name for name in left))
        # Also when nothing was removed: the times must not tell whether something was.
        _restore(self._ways)
        _restore(self._kept)


def _states(paths: Iterable[str]) -> dict[str, os.stat_result]:
    """Return the states of this user's own files: only an owner can restore modes and times."""
    found = {}
    for path in paths:
        with suppress(OSError):
            state = os.lstat(path)
            if state.st_uid == os.geteuid() and not stat.S_ISLNK(state.st_mode):
                found[path] = state
    return found


def _restore(states: Mapping[str, os.stat_result]) -> None:
    for path, before in states.items():
        try:
            now = os.lstat(path)
            # The number of a file may be used again for a link.
            same = now.st_ino == before.st_ino and not stat.S_ISLNK(now.st_mode)
            if same and now.st_mode != before.st_mode:
                Path(path).chmod(stat.S_IMODE(before.st_mode))
            if same:
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns), follow_symlinks=False)
        except OSError:
            continue


def _names(place: Path) -> set[str] | None:
    try:
        return set(os.listdir(place))  # noqa: PTH208  # names are enough, and quicker
    except PermissionError:
        return None
    except OSError:
        return set()


def _below(tree: str) -> Iterator[str]:
    for directory, directories, files in os.walk(tree):
        for name in (*directories, *files):
            yield f"{directory}/{name}"
