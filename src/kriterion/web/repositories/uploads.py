"""Unpack uploaded repositories (zip, tar, tar.gz, tar.bz2) within bounds.

Only plain files and directories under safe names are unpacked; sizes in the archive's headers are
not trusted.
"""

import errno
import io
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Self

from django.utils.translation import gettext_noop

from kriterion.exercises.dodona.merged_configuration import CONFIG
from kriterion.exercises.learn_ocaml.repository_layout import META
from kriterion.refusals import Refusal, RefusalKind
from kriterion.web.repositories.archive_bounds import (
    DEFAULT_LIMITS,
    ArchiveBounds,
    ArchiveRefused,
    UploadLimits,
    keep_executable,
)

_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_TAR_MODES = {b"\x1f\x8b": "r|gz", b"BZ": "r|bz2"}  # by the first bytes of the file
_LZMA = (b"\xfd7zXZ", b"\x5d\0\0")
_LONGEST_DESCRIPTION = 1 << 20
BROKEN_ARCHIVE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError),
    *(NotImplementedError, RuntimeError, ValueError, IndexError, OverflowError),
    AttributeError,  # from Python 3.11's tarfile for a truncated gzip header
)


EMPTY = RefusalKind("upload.empty", gettext_noop("the archive is empty"))
DAMAGED = RefusalKind("upload.damaged", gettext_noop("the archive is damaged"))
DAMAGED_BY = RefusalKind("upload.broken", gettext_noop("the archive is damaged: %(how)s"))
HEADER_TOO_LONG = RefusalKind(
    "upload.header-too-long", gettext_noop("the archive contains a file header that is too long")
)
LISTING_TOO_LONG = RefusalKind(
    "upload.listing-too-long", gettext_noop("the archive's list of files is too long")
)
ENCRYPTED = RefusalKind("upload.encrypted", gettext_noop("the archive is encrypted"))
COMPRESSION = RefusalKind(
    "upload.compression",
    gettext_noop("the archive uses an unsupported compression method; create an ordinary zip file"),
)
LZMA = RefusalKind(
    "upload.lzma",
    gettext_noop("the archive is compressed with LZMA; create a zip or tar.gz file instead"),
)
NO_ARCHIVE = RefusalKind(
    "upload.not-an-archive", gettext_noop("the file is not a zip or tar archive")
)


def unpack(
    archive: Path, directory: Path, *, limits: UploadLimits = DEFAULT_LIMITS
) -> Refusal | None:
    """Unpack an archive into a directory that does not exist yet.

    A single top-level folder, as repository hosts create it, is stripped; `.git` is left out. A
    refusal leaves nothing behind. Raises OSError if the disk fails.
    """
    directory.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".upload-", dir=directory.parent))
    try:
        unpacked = beside / "whole"
        unpacked.mkdir(mode=0o755)
        if zipfile.is_zipfile(archive):
            _unpack_zip(archive, unpacked, ArchiveBounds(limits))
        else:
            _unpack_tar(archive, unpacked, ArchiveBounds(limits))
        inner = _enter_single_folder(unpacked)
        if not any(inner.iterdir()):
            return Refusal(EMPTY)
        inner.rename(directory)
    except ArchiveRefused as refused:
        return refused.refusal
    except BROKEN_ARCHIVE as error:
        return Refusal(DAMAGED_BY, {"how": str(error)[:200]})
    except OSError as error:
        if error.errno != errno.EINVAL:  # the error of seeking before the file's start
            raise
        return Refusal(DAMAGED)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return None


class BoundedEntry(tarfile.TarInfo):
    """A tar entry with bounded headers: they are kept in memory.

    The bound is in the reader, because which methods see a header first differs between Pythons,
    even within one version (Debian's 3.11.2-6+deb12u8 and 3.11.2-6+deb12u6).
    """

    @classmethod
    def fromtarfile(cls, tarfile: tarfile.TarFile) -> Self:
        stream: Any = tarfile.fileobj
        described: Any = _Description(stream)
        tarfile.fileobj = described
        try:
            return super().fromtarfile(tarfile)
        finally:
            tarfile.fileobj = stream


class _Description:
    """The part of a tar stream that describes one entry: its header and extended headers."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._left = _LONGEST_DESCRIPTION

    def read(self, size: int) -> bytes:
        self._left -= size
        if self._left < 0:
            raise ArchiveRefused(HEADER_TOO_LONG)
        content: bytes = self._stream.read(size)
        return content

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Zip(io.FileIO):
    """A zip file with bounded reads: its central directory is read in one piece."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        super().__init__(path)
        self._max_bytes = max_bytes

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > self._max_bytes:
            raise ArchiveRefused(LISTING_TOO_LONG)
        return super().read(size) or b""


def _unpack_zip(archive: Path, unpacked: Path, bounds: ArchiveBounds) -> None:
    with _Zip(archive, bounds.limits.listing_bytes) as file, zipfile.ZipFile(file) as opened:
        for entry in opened.infolist():
            mode = entry.external_attr >> 16
            target = bounds.place(entry.filename, unpacked)
            if entry.flag_bits & 0x1:
                raise ArchiveRefused(ENCRYPTED)
            if entry.compress_type not in _ZIP_METHODS:
                raise ArchiveRefused(COMPRESSION)
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR) or target is None:
                continue
            if entry.is_dir():
                bounds.make_directory(target)
                continue
            with opened.open(entry) as source:
                bounds.copy(source, target)
            keep_executable(target, mode)


def _unpack_tar(archive: Path, unpacked: Path, bounds: ArchiveBounds) -> None:
    with archive.open("rb") as file:
        begins = file.read(5)
    if begins.startswith(_LZMA):
        raise ArchiveRefused(LZMA)
    mode = _TAR_MODES.get(begins[:2], "r|")
    try:
        stream = tarfile.open(archive, mode, tarinfo=BoundedEntry)  # type: ignore[call-overload]  # noqa: SIM115
    except tarfile.ReadError:
        raise ArchiveRefused(NO_ARCHIVE) from None
    with closing(stream) as opened:
        for entry in iterate_entries(opened):
            target = bounds.place(entry.name.removeprefix("./"), unpacked)
            if not (entry.isdir() or entry.isreg()) or target is None:
                bounds.skip_entry(entry.size)
            elif entry.isdir():
                bounds.make_directory(target)
            else:
                source = opened.extractfile(entry)
                assert source is not None
                bounds.copy(source, target)
                keep_executable(target, entry.mode)


def iterate_entries(opened: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """Yield the entries without keeping them: a tar of a million would keep a million records."""
    for entry in opened:
        yield entry
        opened.members.clear()  # type: ignore[attr-defined]  # a documented trick


def _enter_single_folder(unpacked: Path) -> Path:
    """Return the single top-level folder, unless it is an exercise itself."""
    entries = list(unpacked.iterdir())
    if len(entries) != 1 or not entries[0].is_dir() or entries[0].name == "exercises":
        return unpacked
    is_exercise = any((entries[0] / name).is_file() for name in (CONFIG, META))
    return unpacked if is_exercise else entries[0]
