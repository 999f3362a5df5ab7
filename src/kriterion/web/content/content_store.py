"""Content on this machine's disk: unchanging trees by digest, their archives, and who uses them.

trees/DIGEST       a complete tree: it appears by renaming, or not at all
incoming/          what is being fetched or unpacked; DIGEST.part is resumed after a crash
archives/DIGEST    the archive of a tree, made when a worker first asks for it
sources/DIGEST     names other directories that hold the content, such as clones
locks/DIGEST       is locked by runs that use the tree; its time is that of the last use
"""

import fcntl
import logging
import os
import shutil
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kriterion.web.content.content_archive import (
    DamagedContentError,
    unpack_archive,
    write_archive,
)

# What was used within this time is not removed: somebody may be about to open it.
REST_SECONDS = 600.0
_STALE_SECONDS = 24 * 3600.0  # after which an interrupted download is dropped
_PART = ".part"
_SEPARATOR = "\0"  # of the names of sources

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredTree:
    """A tree in the store: its size, and when it was last used."""

    digest: str
    bytes: int
    used_at: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ContentStore:
    """The content in `home`, shared by all processes of this machine.

    `mode` is that of its directory: others must not read exercises, but runs, which have other user
    ids, open tools by their paths.
    """

    home: Path
    mode: int

    def find_tree(self, digest: str) -> Path | None:
        """Return the tree with a digest, and note its use; None if it is not here."""
        tree = self.home / "trees" / digest
        if not tree.is_dir():
            return None
        with suppress(OSError):
            os.utime(self._lock_file(digest))
        return tree

    def has_content(self, digest: str) -> bool:
        """Whether the content is here, as a tree or in another directory."""
        return (self.home / "trees" / digest).is_dir() or bool(self._list_sources(digest))

    def find_digest(self, path: Path) -> str | None:
        """Return the digest of the tree that contains a path, or None."""
        trees = self.home / "trees"
        return path.relative_to(trees).parts[0] if path.is_relative_to(trees) else None

    def add_directory(self, directory: Path) -> str:
        """Copy a directory into the store as it is now; return its digest.

        Raises DamagedContentError if it exceeds the limits.
        """
        self._make_home()
        archive = self.home / "incoming" / f"copy-{os.getpid()}-{time.monotonic_ns()}"
        try:
            with archive.open("xb") as output:
                digest = write_archive(directory, output)
            with self.lock_for_fetching(digest):
                if self.find_tree(digest) is None:
                    self.add_archive(archive, digest)
        finally:
            archive.unlink(missing_ok=True)
        return digest

    def add_archive(self, archive: Path, digest: str) -> Path:
        """Unpack a verified archive as a tree, under `lock_for_fetching`; return the tree.

        Raises as `unpack_archive` does.
        """
        unpacked = self.home / "incoming" / digest
        shutil.rmtree(unpacked, ignore_errors=True)  # of a process that died
        size = unpack_archive(archive, unpacked)
        os.sync()  # otherwise a power failure may leave a renamed tree with empty files
        tree = self.home / "trees" / digest
        tree.parent.mkdir(exist_ok=True)
        self._lock_file(digest).touch()
        self._write(self._size_file(digest), str(size))
        with suppress(OSError):  # another process has put it there
            unpacked.rename(tree)
        shutil.rmtree(unpacked, ignore_errors=True)
        return tree

    def record_source(self, digest: str, directory: Path) -> None:
        """Record that a directory outside the store holds the content.

        Several may: if one repository is removed, another one may have the same files.
        """
        with self.lock_for_fetching(digest):
            others = [place for place in self._list_sources(digest) if place != directory]
            names = _SEPARATOR.join(map(str, (directory, *others)))
            self._write(self.home / "sources" / digest, names)

    def find_archive(self, digest: str) -> Path | None:
        """Return the archive of content, made from its tree or source if necessary; None if it has
        none.

        Raises OSError if the disk fails.
        """
        archive = self.home / "archives" / digest
        if not self.home.is_dir():
            return None
        with self.lock_for_fetching(digest):
            if archive.is_file():
                os.utime(archive)
                return archive
            tree = self.find_tree(digest)
            places = [*([] if tree is None else [tree]), *self._list_sources(digest)]
            is_made = any(self._make_archive(place, archive) for place in places)
        return archive if is_made else None

    def _make_archive(self, source: Path, archive: Path) -> bool:
        """Make an archive of a directory; return False if its files have another digest."""
        unfinished = self.home / "incoming" / f"{archive.name}.archive"
        try:
            with unfinished.open("wb") as output:
                written = write_archive(source, output)
            if written != archive.name:
                _log.error("%s: has changed since it was read; read it again", source)
                return False
            archive.parent.mkdir(exist_ok=True)
            unfinished.rename(archive)
        except (DamagedContentError, FileNotFoundError) as error:  # the source is being removed
            _log.warning("content %s cannot be sent: %s", archive.name[:12], error)
            return False
        finally:
            unfinished.unlink(missing_ok=True)
        return True

    def make_part_path(self, digest: str) -> Path:
        """Return the file of an unfinished download."""
        self._make_home()
        return self.home / "incoming" / f"{digest}{_PART}"

    @contextmanager
    def lock_for_fetching(self, digest: str) -> Iterator[None]:
        """Wait until no other thread or process fetches or unpacks the content, then hold it."""
        self._make_home()
        with (self.home / "locks" / f"{digest}.fetch").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def hold(self, digest: str) -> Iterator[bool]:
        """Keep a tree from being removed; yields whether it is here."""
        if not self.home.is_dir():
            yield False
            return
        self._make_home()
        with self._lock_file(digest).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH)
            yield self.find_tree(digest) is not None

    def list_trees(self) -> list[StoredTree]:
        """Return all trees, the least recently used first."""
        trees = []
        for tree in _list_directory(self.home / "trees"):
            try:
                status = self._lock_file(tree.name).stat()
                size = int(self._size_file(tree.name).read_text())
            except (OSError, ValueError):
                continue
            trees.append(StoredTree(digest=tree.name, bytes=size, used_at=status.st_mtime))
        return sorted(trees, key=lambda tree: tree.used_at)

    def remove_tree(self, digest: str) -> bool:
        """Remove a tree that no run uses; return whether it was removed."""
        with self._lock_file(digest).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return False
            removed = self.home / "incoming" / f"removed-{digest}-{time.monotonic_ns()}"
            try:
                (self.home / "trees" / digest).rename(removed)
            except OSError:
                return False
        shutil.rmtree(removed, ignore_errors=True)
        return True

    def make_room(self, max_bytes: int, *, kept: str = "") -> None:
        """Remove the least recently used trees until the rest fits; `kept` always stays.

        Trees in use stay, even if they do not fit.
        """
        trees = self.list_trees()
        total = sum(tree.bytes for tree in trees)
        for tree in trees:
            if total <= max_bytes:
                break
            is_resting = time.time() - tree.used_at > REST_SECONDS
            if tree.digest != kept and is_resting and self.remove_tree(tree.digest):
                total -= tree.bytes
        self._remove_leftovers()

    def collect(self, needed: Collection[str]) -> None:
        """Remove trees, archives and sources that are not needed, and not in use."""
        for tree in self.list_trees():
            if tree.digest not in needed and time.time() - tree.used_at > REST_SECONDS:
                self.remove_tree(tree.digest)
        for name in ("archives", "sources"):
            for file in _list_directory(self.home / name):
                if file.name not in needed and _compute_age(file) > REST_SECONDS:
                    file.unlink(missing_ok=True)
        self._remove_leftovers()

    def _remove_leftovers(self) -> None:
        """Remove the leftovers of processes that died."""
        for path in _list_directory(self.home / "incoming"):
            if _compute_age(path) > _STALE_SECONDS:
                shutil.rmtree(path, ignore_errors=True)
                with suppress(OSError):
                    path.unlink(missing_ok=True)

    def _list_sources(self, digest: str) -> list[Path]:
        """Return the other directories that should hold the content, the latest first.

        After a power failure the file may be empty.
        """
        try:
            names = (self.home / "sources" / digest).read_text().split(_SEPARATOR)
        except (OSError, ValueError):
            return []
        return [Path(name) for name in names if name and Path(name).is_dir()]

    def _lock_file(self, digest: str) -> Path:
        return self.home / "locks" / digest

    def _size_file(self, digest: str) -> Path:
        return self.home / "locks" / f"{digest}.size"

    def _make_home(self) -> None:
        for place, mode in ((self.home.parent, 0o711), (self.home, self.mode)):
            if not place.is_dir():
                place.mkdir(mode=mode, parents=True, exist_ok=True)
                place.chmod(mode)  # mkdir applies the umask
        for name in ("trees", "incoming", "archives", "sources", "locks"):
            mode = 0o711 if name == "trees" else 0o700
            if not (self.home / name).is_dir():
                (self.home / name).mkdir(mode=mode, exist_ok=True)
                (self.home / name).chmod(mode)

    def _write(self, file: Path, text: str) -> None:
        unfinished = file.with_name(f".{file.name}-{os.getpid()}-{time.monotonic_ns()}")
        unfinished.write_text(text)
        unfinished.rename(file)


def _list_directory(directory: Path) -> list[Path]:
    try:
        return list(directory.iterdir())
    except OSError:
        return []


def _compute_age(path: Path) -> float:
    try:
        return time.time() - path.lstat().st_mtime
    except OSError:
        return 0.0
