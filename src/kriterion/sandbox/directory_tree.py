"""A tree: the initial files of a writable directory of a run, packed outside the run."""

import os
import stat
import tarfile
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

from kriterion.errors import MachineError, OperatorError

MIB = 1024 * 1024
MAXIMUM_BYTES = 256 * MIB
MAXIMUM_FILES = 20_000

# GNU's format allows any bytes in names of any length, and busybox reads it.
_FORMAT: Final = tarfile.GNU_FORMAT
_END = bytes(2 * tarfile.BLOCKSIZE)
_SOME_DAY = 946_684_800  # 2000-01-01: tar warns about 1970, and zip starts in 1980
_OMITTED_NAME = ".git"
_OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Tree:
    """Files to unpack into a directory of the sandbox, as an uncompressed tar archive.

    Empty if there are no files.
    """

    archive: bytes


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a directory: its relative name and its state when it was found."""

    name: str
    status: os.stat_result

    @property
    def fingerprint(self) -> tuple[str, int, int, int, int, int]:
        status = self.status
        changed = (status.st_mtime_ns, status.st_ctime_ns)
        return (self.name, status.st_mode, status.st_size, status.st_ino, *changed)


def make_tree(files: Mapping[str, bytes]) -> Tree:
    """Return a tree with these files (relative name → content), not executable."""
    parts = []
    for name, content in files.items():
        path = PurePosixPath(name)
        if not path.parts or path.is_absolute() or ".." in path.parts:
            raise ValueError(f"{name!r}: is not the name of a file in a tree")
        parts.append(_pack_file(str(path), content, mode=0o644, modified=_SOME_DAY))
    return _join_parts(parts)


def load_tree(
    directory: Path,
    *,
    names: tuple[str, ...] | None = None,
    maximum_bytes: int = MAXIMUM_BYTES,
    maximum_files: int = MAXIMUM_FILES,
) -> Tree:
    """Pack all files in a directory, without `.git` and without special files.

    With `names`, only its entries of these names and their content. Links keep their targets: one
    that leads out of the tree is broken in a run. The result is cached until something in the
    directory changes. Raises OperatorError if something cannot be read or is too large.
    """
    entries = []
    for entry in _walk(directory, names):
        entries.append(entry)
        if len(entries) > maximum_files:
            raise OperatorError(
                f"{directory}: holds more than {maximum_files:,} files",
                fix="name the directory of the tool or exercise itself, without build products",
            )
    total_bytes = sum(
        entry.status.st_size for entry in entries if stat.S_ISREG(entry.status.st_mode)
    )
    if total_bytes > maximum_bytes:
        raise OperatorError(
            f"{directory}: holds {total_bytes:,} bytes, and {maximum_bytes:,} are allowed",
            fix="name the directory of the tool or exercise itself, without build products",
        )
    fingerprint = tuple(entry.fingerprint for entry in entries)
    key = (directory, names)
    return _cache.get(key, fingerprint) or _cache.put(
        key, fingerprint, _join_parts([_pack_entry(directory, entry) for entry in entries])
    )


def _walk(directory: Path, names: tuple[str, ...] | None) -> Iterator[_Entry]:
    """Yield everything in a directory, parents first, without following links.

    With `names`, only its entries of these names and their content.
    """
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        try:
            with os.scandir(directory / prefix) as scan:
                listed = sorted(
                    (entry.name, entry.stat(follow_symlinks=False))
                    for entry in scan
                    if prefix or names is None or entry.name in names
                )
        except OSError as error:
            if not prefix and isinstance(error, FileNotFoundError | NotADirectoryError):
                fix = "correct the path that names it"
                raise OperatorError(f"{directory}: is not a directory", fix=fix) from error
            raise _explain_unreadable(directory / prefix, error) from error
        for name, status in listed:
            if name == _OMITTED_NAME:
                continue
            yield _Entry(prefix + name, status)
            if stat.S_ISDIR(status.st_mode):
                waiting.append(f"{prefix}{name}/")


def _pack_entry(directory: Path, entry: _Entry) -> bytes:
    kind = stat.S_IFMT(entry.status.st_mode)
    # Times are kept, since compiled Python is valid for its source's time.
    modified = int(entry.status.st_mtime)
    if kind == stat.S_IFREG:
        mode = 0o755 if entry.status.st_mode & 0o111 else 0o644
        content = _read_content(directory / entry.name, entry.status.st_size)
        return _pack_file(entry.name, content, mode=mode, modified=modified)
    if kind == stat.S_IFDIR:
        return _make_header(entry.name, tarfile.DIRTYPE, mode=0o755, modified=modified)
    if kind == stat.S_IFLNK:
        try:
            target = str((directory / entry.name).readlink())
        except OSError as error:
            raise _explain_unreadable(directory / entry.name, error) from error
        return _make_header(
            entry.name, tarfile.SYMTYPE, mode=0o777, modified=modified, target=target
        )
    return b""  # a socket, FIFO or device cannot be copied


def _pack_file(name: str, content: bytes, *, mode: int, modified: int) -> bytes:
    header = _make_header(name, tarfile.REGTYPE, mode=mode, modified=modified, size=len(content))
    return b"".join((header, content, bytes(-len(content) % tarfile.BLOCKSIZE)))


def _make_header(
    name: str, kind: bytes, *, mode: int, modified: int, size: int = 0, target: str = ""
) -> bytes:
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.mtime, info.size, info.linkname = kind, mode, modified, size, target
    return info.tobuf(_FORMAT, "utf-8", "surrogateescape")


def _join_parts(parts: list[bytes]) -> Tree:
    archive = BytesIO()
    for part in parts:
        archive.write(part)
    if archive.tell():
        archive.write(_END)
    return Tree(archive.getvalue())


def _read_content(file: Path, size: int) -> bytes:
    """Return the content of a regular file that had this size a moment ago."""
    try:
        descriptor = os.open(file, _OPEN_FLAGS)
    except OSError as error:
        raise _explain_unreadable(file, error) from error
    with os.fdopen(descriptor, "rb") as stream:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            try:
                content = stream.read(size + 1)
            except OSError as error:
                raise _explain_unreadable(file, error) from error
            if len(content) == size:
                return content
    raise MachineError(f"{file}: changed while it was read")


def _explain_unreadable(path: Path, error: OSError) -> OperatorError | MachineError:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return MachineError(f"{path}: went away while it was read")
    reason = (error.strerror or str(error)).lower()
    fix = f"chmod -R u+rX {path}" if isinstance(error, PermissionError) else ""
    return OperatorError(f"{path}: cannot be read: {reason}", fix=fix)


_Key = tuple[Path, tuple[str, ...] | None]  # a directory, and the names to take from it


class _Cache:
    """Recently packed trees, valid while their directories are unchanged."""

    def __init__(self, *, maximum_trees: int, maximum_bytes: int) -> None:
        self._maximum_trees = maximum_trees
        self._maximum_bytes = maximum_bytes
        self._kept: OrderedDict[_Key, tuple[object, Tree]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: _Key, fingerprint: object) -> Tree | None:
        with self._lock:
            known, tree = self._kept.get(key, (None, None))
            if known != fingerprint:
                return None
            self._kept.move_to_end(key)
            return tree

    def put(self, key: _Key, fingerprint: object, tree: Tree) -> Tree:
        with self._lock:
            self._kept[key] = (fingerprint, tree)
            self._kept.move_to_end(key)
            while len(self._kept) > self._maximum_trees or self._bytes > self._maximum_bytes:
                self._kept.popitem(last=False)
        return tree

    @property
    def _bytes(self) -> int:
        return sum(len(tree.archive) for _, tree in self._kept.values())


_cache = _Cache(maximum_trees=64, maximum_bytes=128 * MIB)
