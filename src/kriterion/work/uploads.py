"""Repositories uploaded as one archive (zip, tar, tar.gz, tar.bz2), unpacked within bounds.

Only plain files and directories are taken, under names that stay inside; what an archive says of
its own sizes is not believed.
"""

import errno
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Self

from kriterion.exercises.dodona.configuration import CONFIG
from kriterion.exercises.learn_ocaml.layout import META

_PIECE = 1 << 16
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_TAR_MODES = {b"\x1f\x8b": "r|gz", b"BZ": "r|bz2"}  # by how a file begins
_LZMA = (b"\xfd7zXZ", b"\x5d\0\0")
_DESCRIBING = (
    *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE),
    tarfile.SOLARIS_XHDTYPE,
)
_LONGEST_DESCRIPTION = 1 << 20
_BROKEN = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError),
    *(NotImplementedError, RuntimeError, ValueError, IndexError, OverflowError),
    AttributeError,  # Python 3.11's tarfile, of a gzip header that ends too soon
)


@dataclass(frozen=True, kw_only=True, slots=True)
class UploadLimits:
    """How much an archive may hold."""

    bytes: int = 500_000_000
    files: int = 50_000
    path_bytes: int = 1000
    name_bytes: int = 200  # of one part of a path


USUAL = UploadLimits()


@dataclass(frozen=True, slots=True)
class UploadRefusal:
    """Why an archive is not taken, for the one who uploaded it."""

    reason: str


class _Refused(Exception):
    """Carries the reason out of the middle of an archive."""


def unpack(archive: Path, directory: Path, *, limits: UploadLimits = USUAL) -> UploadRefusal | None:
    """Unpack an archive into a directory that does not exist yet.

    A single folder around everything, as hosts of repositories make it, is left away; so is `.git`.
    When it is refused, nothing is left behind. Raises OSError when the disk fails.
    """
    directory.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=".upload-", dir=directory.parent))
    try:
        whole = beside / "whole"
        whole.mkdir(mode=0o755)
        if zipfile.is_zipfile(archive):
            _unpack_zip(archive, whole, _Bounds(limits))
        else:
            _unpack_tar(archive, whole, _Bounds(limits))
        inner = _inside_single_folder(whole)
        if not any(inner.iterdir()):
            return UploadRefusal("the archive is empty")
        inner.rename(directory)
    except _Refused as refused:
        return UploadRefusal(str(refused))
    except _BROKEN as error:
        return UploadRefusal(f"the archive is damaged: {str(error)[:200]}")
    except OSError as error:
        if error.errno != errno.EINVAL:  # which is what a place before the file's beginning gives
            raise
        return UploadRefusal("the archive is damaged")
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return None


class _Entry(tarfile.TarInfo):
    """An entry of a tar; one that only describes the next is read whole, so it may not be long."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        entry = super().frombuf(buf, encoding, errors)
        if entry.type in _DESCRIBING and entry.size > _LONGEST_DESCRIPTION:
            raise _Refused("the archive describes a file at too great a length")
        return entry


class _Bounds:
    """What may still come."""

    def __init__(self, limits: UploadLimits) -> None:
        self.limits = limits
        self.files = 0
        self.bytes = 0

    def place(self, name: str, whole: Path) -> Path | None:
        """Where something of that name goes; None when it is left away."""
        self.files += 1
        if self.files > self.limits.files:
            raise _Refused(f"the archive has more than {self.limits.files:,} files")
        shown = name[:100]
        if "\0" in name or name.startswith("/") or "\\" in name:
            raise _Refused(f"the archive has a file named {shown!r}, which no repository needs")
        parts = PurePosixPath(name).parts
        if ".." in parts:
            raise _Refused(f"the archive has a file at {shown!r}, which is not inside of it")
        try:
            lengths = [len(part.encode()) for part in parts]
        except UnicodeEncodeError:
            raise _Refused(f"the archive has a file named {shown!r}, which is no UTF-8") from None
        if (
            sum(lengths) > self.limits.path_bytes
            or max(lengths, default=0) > self.limits.name_bytes
        ):
            raise _Refused(f"the archive has a file named {shown!r}…, which is too long")
        if ".git" in parts:
            return None
        return whole.joinpath(*parts)

    def pass_over(self, size: int) -> None:
        """What is left away has to be read as well, and may not take for ever."""
        self._count(size)

    def copy(self, source: IO[bytes], target: Path) -> None:
        """What a file holds, as it comes and not as it was announced."""
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                while piece := source.read(_PIECE):
                    self._count(len(piece))
                    file.write(piece)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise _Refused(f"the archive has {target.name[:100]!r} twice") from None

    def _count(self, size: int) -> None:
        self.bytes += size
        if self.bytes > self.limits.bytes:
            raise _Refused(f"the archive has more than {self.limits.bytes:,} bytes of files")


def _unpack_zip(archive: Path, whole: Path, bounds: _Bounds) -> None:
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            mode = entry.external_attr >> 16
            target = bounds.place(entry.filename, whole)
            if entry.flag_bits & 0x1:
                raise _Refused("the archive is encrypted")
            if entry.compress_type not in _ZIP_METHODS:
                raise _Refused("the archive is compressed in an unusual way; make an ordinary zip")
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR) or target is None:
                continue
            if entry.is_dir():
                _make_folder(target)
                continue
            with opened.open(entry) as source:
                bounds.copy(source, target)
            _keep_executable(target, mode)


def _unpack_tar(archive: Path, whole: Path, bounds: _Bounds) -> None:
    with archive.open("rb") as file:
        begins = file.read(5)
    if begins.startswith(_LZMA):
        raise _Refused("the archive is compressed with LZMA; make a zip or tar.gz")
    mode = _TAR_MODES.get(begins[:2], "r|")
    try:
        stream = tarfile.open(archive, mode, tarinfo=_Entry)  # type: ignore[call-overload]  # noqa: SIM115
    except tarfile.ReadError:
        raise _Refused("the file is no zip or tar archive") from None
    with closing(stream) as opened:
        for entry in _entries(opened):
            target = bounds.place(entry.name.removeprefix("./"), whole)
            if not (entry.isdir() or entry.isreg()) or target is None:
                bounds.pass_over(entry.size)
            elif entry.isdir():
                _make_folder(target)
            else:
                source = opened.extractfile(entry)
                assert source is not None
                bounds.copy(source, target)
                _keep_executable(target, entry.mode)


def _entries(opened: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The entries, forgotten when they have been seen: a tar of a million is a million records."""
    for entry in opened:
        yield entry
        opened.members.clear()  # type: ignore[attr-defined]  # a documented trick


def _make_folder(target: Path) -> None:
    try:
        target.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise _Refused(f"the archive has {target.name[:100]!r} twice") from None


def _keep_executable(target: Path, mode: int) -> None:
    target.chmod(0o755 if mode & 0o100 else 0o644)


def _inside_single_folder(whole: Path) -> Path:
    """The folder around everything, where there is one that is not an exercise itself."""
    entries = list(whole.iterdir())
    if len(entries) != 1 or not entries[0].is_dir() or entries[0].name == "exercises":
        return whole
    is_exercise = any((entries[0] / name).is_file() for name in (CONFIG, META))
    return whole if is_exercise else entries[0]
