"""Remove the files that a context left outside its work directory, before the next one starts."""

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
    """Restores a container to its state before the first context.

    Use it only in a container that belongs to this run alone. `places` are directories where
    contexts may make files: entries that are not there now are removed later. `preserved` are trees
    that contexts may read. Any process of the user can change the modes and times of files that it
    cannot write, so these are restored in both.
    """

    def __init__(
        self, places: Iterable[str | Path] = (), preserved: Iterable[str | Path] = ()
    ) -> None:
        # Resolved, because two places may be one directory: on some systems /var/tmp links to /tmp.
        self._original_names = {
            place.resolve(): _list_names(place) or set() for place in map(Path, places)
        }
        paths = {path for place in self._original_names for path in (place, *place.parents)}
        self._directories = _read_states(sorted(map(str, paths)))  # parents before what is in them
        self._preserved = _read_states(path for tree in preserved for path in _walk_tree(str(tree)))

    def remove(self) -> None:
        """Remove new files, restore modes and times. No process of a context may be alive."""
        for place, before in self._original_names.items():
            names = _list_names(place)
            if names is None:  # a context has made it or a parent unreadable
                _restore(self._directories)
                names = _list_names(place) or set()
            if new := names - before:
                remove(*(place / name for name in new))
        # Even if nothing was removed: the times must not reveal whether a context made files.
        _restore(self._directories)
        _restore(self._preserved)


def _read_states(paths: Iterable[str]) -> dict[str, os.stat_result]:
    """Return the states of this user's own files: only an owner can restore modes and times."""
    states = {}
    for path in paths:
        with suppress(OSError):
            state = os.lstat(path)
            if state.st_uid == os.geteuid() and not stat.S_ISLNK(state.st_mode):
                states[path] = state
    return states


def _restore(states: Mapping[str, os.stat_result]) -> None:
    for path, before in states.items():
        try:
            now = os.lstat(path)
            # The inode may have been reused for a link.
            same = now.st_ino == before.st_ino and not stat.S_ISLNK(now.st_mode)
            if same and now.st_mode != before.st_mode:
                Path(path).chmod(stat.S_IMODE(before.st_mode))
            if same:
                os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns), follow_symlinks=False)
        except OSError:
            continue


def _list_names(place: Path) -> set[str] | None:
    """Return the names in a directory, or None if it is not readable."""
    try:
        return set(os.listdir(place))  # noqa: PTH208  # faster than Path.iterdir
    except PermissionError:
        return None
    except OSError:
        return set()


def _walk_tree(tree: str) -> Iterator[str]:
    for directory, directories, files in os.walk(tree):
        for name in (*directories, *files):
            yield f"{directory}/{name}"
