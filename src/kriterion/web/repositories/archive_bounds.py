"""Limits on what is unpacked from an archive: amount, sizes, names."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from django.utils.translation import gettext_noop

from kriterion.refusals import Refusal, RefusalKind

_PIECE = 1 << 16


@dataclass(frozen=True, kw_only=True, slots=True)
class UploadLimits:
    """How much an archive may hold."""

    bytes: int = 500_000_000
    files: int = 50_000  # and as many directories
    path_bytes: int = 1000
    name_bytes: int = 200  # of one part of a path
    depth: int = 100  # nested directories
    listing_bytes: int = 10_000_000  # of a zip's central directory, which is read whole


DEFAULT_LIMITS = UploadLimits()


TOO_MANY_FILES = RefusalKind(
    "upload.too-many-files", gettext_noop("the archive contains more than %(most)s files")
)
TOO_MANY_DIRECTORIES = RefusalKind(
    "upload.too-many-directories",
    gettext_noop("the archive contains more than %(most)s directories"),
)
INVALID_NAME = RefusalKind(
    "upload.invalid-name",
    gettext_noop("the archive contains a file with an invalid name: %(name)s"),
)
OUTSIDE = RefusalKind(
    "upload.outside-archive",
    gettext_noop("the archive contains a file outside its own directory: %(name)s"),
)
NAME_NOT_UTF8 = RefusalKind(
    "upload.name-not-utf-8",
    gettext_noop("the archive contains a file name that is not valid UTF-8: %(name)s"),
)
NAME_TOO_LONG = RefusalKind(
    "upload.name-too-long",
    gettext_noop("the archive contains a file name that is too long: %(name)s…"),
)
TOO_DEEP = RefusalKind(
    "upload.too-deep",
    gettext_noop("directories in the archive are nested more than %(most)s levels deep"),
)
FILES_TOO_LARGE = RefusalKind(
    "upload.files-too-large", gettext_noop("the files in the archive exceed %(most)s bytes")
)
TWICE = RefusalKind("upload.duplicate-name", gettext_noop("the archive contains %(name)s twice"))


class ArchiveRefused(Exception):
    """Carries the refusal out of the code that reads an archive."""

    def __init__(self, kind: RefusalKind, values: Mapping[str, int | str] | None = None) -> None:
        super().__init__(kind.code)
        self.refusal = Refusal(kind, values or {})


class ArchiveBounds:
    """What may still be unpacked from one archive."""

    def __init__(self, limits: UploadLimits) -> None:
        self.limits = limits
        self.files = 0
        self.bytes = 0
        self.directories = 0

    def place(self, name: str, target: Path) -> Path | None:
        """Return where to put an entry, or None to leave it out."""
        self.files += 1
        if self.files > self.limits.files:
            raise ArchiveRefused(TOO_MANY_FILES, {"most": self.limits.files})
        values = {"name": repr(name[:100])}
        if "\0" in name or name.startswith("/") or "\\" in name:
            raise ArchiveRefused(INVALID_NAME, values)
        parts = PurePosixPath(name).parts
        if ".." in parts:
            raise ArchiveRefused(OUTSIDE, values)
        try:
            lengths = [len(part.encode()) for part in parts]
        except UnicodeEncodeError:
            raise ArchiveRefused(NAME_NOT_UTF8, values) from None
        most = self.limits
        if sum(lengths) > most.path_bytes or max(lengths, default=0) > most.name_bytes:
            raise ArchiveRefused(NAME_TOO_LONG, values)
        if len(parts) > most.depth:
            raise ArchiveRefused(TOO_DEEP, {"most": most.depth})
        if ".git" in parts:
            return None
        return target.joinpath(*parts)

    def skip_entry(self, size: int) -> None:
        """Count an entry that is left out: it must be read as well, and may not take forever."""
        self._count(size)

    def copy(self, source: IO[bytes], target: Path) -> None:
        """Copy a file's actual content, ignoring its announced size."""
        try:
            self._make_directories(target.parent)
            with target.open("xb") as file:
                while piece := source.read(_PIECE):
                    self._count(len(piece))
                    file.write(piece)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise _duplicate_entry(target) from None

    def make_directory(self, target: Path) -> None:
        """Make a directory of the archive. Its entry may follow those of its content."""
        try:
            self._make_directories(target)
        except (FileExistsError, NotADirectoryError):
            raise _duplicate_entry(target) from None

    def _make_directories(self, target: Path) -> None:
        """Make a directory with its parents: a single name may imply a hundred."""
        above = target
        while not above.exists():
            self.directories += 1
            above = above.parent
        if self.directories > self.limits.files:
            raise ArchiveRefused(TOO_MANY_DIRECTORIES, {"most": self.limits.files})
        target.mkdir(parents=True, exist_ok=True)

    def _count(self, size: int) -> None:
        self.bytes += size
        if self.bytes > self.limits.bytes:
            raise ArchiveRefused(FILES_TOO_LARGE, {"most": self.limits.bytes})


def keep_executable(target: Path, mode: int) -> None:
    """Keep only the executable bit of the mode in the archive."""
    target.chmod(0o755 if mode & 0o100 else 0o644)


def _duplicate_entry(target: Path) -> ArchiveRefused:
    return ArchiveRefused(TWICE, {"name": repr(target.name[:100])})
