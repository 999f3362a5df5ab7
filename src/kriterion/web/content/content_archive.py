"""Archives of content: a tar whose bytes depend on the files alone, so that its SHA-256 names them.

Times, owners and modes other than "executable" are left out; entries are in a fixed order.
"""

import hashlib
import io
import os
import shutil
import stat
import tarfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import IO, Any

from kriterion.web.repositories.archive_bounds import (
    ArchiveBounds,
    ArchiveRefused,
    UploadLimits,
    keep_executable,
)
from kriterion.web.repositories.uploads import BROKEN_ARCHIVE, BoundedEntry, iterate_entries
from kriterion_tools.errors import KriterionError

# As large as clones may be (files and directories count); names only have to fit a file system.
LIMITS = UploadLimits(
    bytes=2_000_000_000, files=200_000, path_bytes=4000, name_bytes=255, depth=110
)
_ENTRY_BYTES = 4 * 512 + LIMITS.path_bytes  # of an entry: its header, a long name, padding
MAX_BYTES = LIMITS.bytes + LIMITS.files * _ENTRY_BYTES  # of an archive
_DIRECTORY_MODE = 0o755


class DamagedContentError(KriterionError):
    """An archive is not what its name says, or must not be unpacked."""


def write_archive(directory: Path, output: IO[bytes] | io.RawIOBase) -> str:
    """Write the archive of a directory; return its digest.

    `.git`, special files, names that are not UTF-8, and symbolic links that lead out of the
    directory are left out. Raises DamagedContentError if the directory exceeds the limits.
    """
    hashed = _HashingWriter(output)
    entries = size = 0
    with tarfile.open(
        fileobj=hashed,
        mode="w|",
        format=tarfile.GNU_FORMAT,
        encoding="utf-8",
    ) as tar:
        for path, name in _list_entries(directory):
            size += _add_entry(tar, path, name)
            entries += 1
            if entries > LIMITS.files or size > LIMITS.bytes:
                raise DamagedContentError(
                    f"{directory}: holds more than {LIMITS.files:,} files and directories,"
                    f" or {LIMITS.bytes:,} bytes"
                )
            tar.members.clear()  # type: ignore[attr-defined]
    return hashed.digest


def compute_content_digest(directory: Path) -> str:
    """Return the digest of a directory's archive without storing it. Raises as `write_archive`."""
    return write_archive(directory, _NullFile())


def compute_file_digest(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def unpack_archive(archive: Path, target: Path) -> int:
    """Unpack an archive into a directory that does not exist yet; return the files' size in bytes.

    Raises DamagedContentError if the archive is broken, too large, or leads out of the directory,
    and OSError if the disk fails; then nothing is left of the directory.
    """
    target.mkdir(mode=_DIRECTORY_MODE, parents=True)
    target.chmod(_DIRECTORY_MODE)  # mkdir applies the umask
    bounds = _ContentBounds(LIMITS)
    try:
        links = _unpack_files(archive, target, bounds)
        _make_links(links, target)
    except (ArchiveRefused, *BROKEN_ARCHIVE) as error:
        shutil.rmtree(target, ignore_errors=True)
        raise DamagedContentError(f"the content cannot be unpacked: {error}") from error
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return bounds.bytes


class _ContentBounds(ArchiveBounds):
    """Bounds of content that was accepted before: its names may hold what a file system allows."""

    def place(self, name: str, target: Path) -> Path | None:
        destination = super().place(name.replace("\\", "_"), target)
        return None if destination is None else target.joinpath(*PurePosixPath(name).parts)


def _unpack_files(archive: Path, target: Path, bounds: _ContentBounds) -> dict[Path, str]:
    """Unpack files and directories; return the symbolic links.

    The caller creates these afterwards, so that nothing is written through them.
    """
    links: dict[Path, str] = {}
    with closing(tarfile.open(archive, "r|", tarinfo=BoundedEntry)) as opened:
        for entry in iterate_entries(opened):
            place = bounds.place(entry.name, target)
            if place is None or place == target:
                raise DamagedContentError(f"the content holds an invalid name: {entry.name!r:.100}")
            if entry.isdir():
                bounds.make_directory(place)
                place.chmod(_DIRECTORY_MODE)
            elif entry.issym():
                links[place] = entry.linkname
            elif entry.isreg():
                source = opened.extractfile(entry)
                if source is not None:
                    bounds.copy(source, place)
                    keep_executable(place, entry.mode)
            else:
                raise DamagedContentError(f"the content holds a special file: {entry.name!r:.100}")
    return links


def _make_links(links: dict[Path, str], target: Path) -> None:
    """Make the links. Raises DamagedContentError if one leads out, even through another link."""
    for place, leads_to in links.items():
        if os.path.isabs(leads_to) or not place.parent.is_dir():  # noqa: PTH117  it is a text
            raise DamagedContentError(f"a link of the content leads out of it: {leads_to!r:.100}")
        try:
            place.symlink_to(leads_to)
        except FileExistsError:
            raise DamagedContentError(f"the content holds {place.name!r:.100} twice") from None
    for place in links:
        if not is_inside(place, target):
            raise DamagedContentError(f"a link of the content leads out of it: {place.name!r:.100}")


def is_inside(path: Path, directory: Path) -> bool:
    """Whether a path stays inside a directory after following all links."""
    root = os.path.realpath(directory)
    real = os.path.realpath(path)
    return real == root or real.startswith(root + os.sep)


def _list_entries(directory: Path) -> Iterator[tuple[Path, str]]:
    """Yield all paths with their names in the archive, in a fixed order."""
    for place, folders, names in os.walk(directory):
        folders[:] = sorted(filter(_is_kept, folders))
        for name in sorted((*folders, *filter(_is_kept, names))):
            path = Path(place) / name
            yield path, path.relative_to(directory).as_posix()


def _is_kept(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return name != ".git"


def _add_entry(tar: tarfile.TarFile, path: Path, name: str) -> int:
    """Add a path to an archive; return the size of its content."""
    status = path.lstat()
    entry = tarfile.TarInfo(name)
    if stat.S_ISLNK(status.st_mode):
        leads_to = os.readlink(path)  # noqa: PTH115  to the letter
        if not os.path.isabs(leads_to) and is_inside(path, _find_archive_root(path, name)):  # noqa: PTH117
            entry.type, entry.linkname = tarfile.SYMTYPE, leads_to
            tar.addfile(entry)
    elif stat.S_ISDIR(status.st_mode):
        entry.type, entry.mode = tarfile.DIRTYPE, _DIRECTORY_MODE
        tar.addfile(entry)
    elif stat.S_ISREG(status.st_mode):
        entry.mode = 0o755 if status.st_mode & 0o100 else 0o644
        with path.open("rb") as opened:
            entry.size = os.fstat(opened.fileno()).st_size
            tar.addfile(entry, opened)
        return entry.size
    return 0


def _find_archive_root(path: Path, name: str) -> Path:
    """Return the directory of the archive in which `path` has a name."""
    return path.parents[len(PurePosixPath(name).parts) - 1]


class _HashingWriter(io.RawIOBase):
    """Passes on what is written, and computes its digest."""

    def __init__(self, output: IO[bytes] | io.RawIOBase) -> None:
        self._output = output
        self._hash = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, content: Any, /) -> int:
        self._hash.update(content)
        self._output.write(content)
        return len(content)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


class _NullFile(io.RawIOBase):
    """A file that discards everything written to it."""

    def writable(self) -> bool:
        return True

    def write(self, content: Any, /) -> int:
        return len(content)
