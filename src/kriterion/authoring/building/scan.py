"""Detect changes in directories by file metadata, without opening files.

Two kinds of directories always count as changed. A file that changed just now may change again
within the clock's resolution without a new time; the target of a link may change without the link.
"""

import hashlib
import os
import pickle
import stat
import time
from collections.abc import Iterable, Mapping, Sequence

# Digests by directory; None for one that must be checked each time.
Scan = Mapping[str, str | None]

_TICK_NANOSECONDS = (
    100_000_000  # far above any clock's resolution: kernels have 1 to 10 milliseconds
)
_WORTH_A_PROCESS = 1_000  # directories that justify another process


def scan(roots: Iterable[str], *, expected: int = 0, jobs: int = 1) -> Scan:
    """Scan every existing directory at or below the roots, except hidden ones.

    With many expected directories, several processes share the work.
    """
    now = time.time_ns()
    waiting, digests = _begin(roots, now)
    shares = max(1, min(jobs, expected // _WORTH_A_PROCESS, len(waiting)))
    others = [_Share(waiting[number::shares], now) for number in range(1, shares)]
    digests |= _scan(waiting[::shares], now)
    for other in others:
        digests |= other.collect()
    return digests


def _begin(roots: Iterable[str], now: int) -> tuple[list[str], dict[str, str | None]]:
    """Scan the roots; return the directories directly below them, which can be shared out."""
    waiting: list[str] = []
    digests = {root: _digest(root, now, waiting) for root in roots if os.path.isdir(root)}  # noqa: PTH112
    return waiting, digests


def _scan(directories: Sequence[str], now: int) -> dict[str, str | None]:
    digests: dict[str, str | None] = {}
    waiting = list(directories)
    while waiting:
        directory = waiting.pop()
        digests[directory] = _digest(directory, now, waiting)
    return digests


def _digest(directory: str, now: int, below: list[str]) -> str | None:
    """Return a digest of a directory's state, and append its subdirectories to the list."""
    notes = []
    latest = 0
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    notes.append(entry.name)
                    if not entry.name.startswith("."):
                        below.append(entry.path)
                    continue
                note = entry.stat(follow_symlinks=False)
                if stat.S_ISLNK(note.st_mode):  # its target may change without it
                    return None
                latest = max(latest, note.st_ctime_ns)
                notes.append(f"{entry.name}/{note.st_size}/{note.st_ctime_ns}")
    except OSError:
        return None
    if latest > now - _TICK_NANOSECONDS:
        return None
    notes.sort()
    text = "/".join(notes).encode(errors="surrogateescape")
    return hashlib.blake2b(text, digest_size=12).hexdigest()


class _Share:
    """A part of the scan that a child process does."""

    def __init__(self, directories: Sequence[str], now: int) -> None:
        self._directories, self._now = directories, now
        reading, writing = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            try:
                with open(writing, "wb") as pipe:  # noqa: PTH123
                    pickle.dump(_scan(directories, now), pipe)
                os._exit(0)
            finally:  # skip the parent's cleanup
                os._exit(1)
        os.close(writing)
        self._pipe = open(reading, "rb")  # noqa: PTH123, SIM115

    def collect(self) -> dict[str, str | None]:
        """Return the digests by directory; if the child was killed, scan here."""
        with self._pipe:
            content = self._pipe.read()
        _, status = os.waitpid(self._process, 0)
        if status != 0:
            return _scan(self._directories, self._now)
        digests: dict[str, str | None] = pickle.loads(content)  # noqa: S301 - by our own process
        return digests
