"""Read files of a repository without hanging, without leaving it, and within limits."""

import os
import stat
import unicodedata
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from kriterion.errors import ResourceShortage, is_shortage
from kriterion.exercises.problem import Problems

MAXIMUM_ENTRIES = 100_000  # per directory
MAXIMUM_TOTAL_BYTES = 100_000_000  # of the files that are read of a whole repository

AnyPath = Path | str  # creating a Path takes longer than reading a small file

_PIECE_BYTES = 64 * 1024
_OPEN_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class Unreadable(Exception):
    """Why a file or directory cannot be read, for its author."""


class Missing(Unreadable):
    """The file does not exist."""


class FileTooLarge(Unreadable):
    """The file has more bytes than are read."""


class ReadBudget:
    """How many bytes of a repository's files may still be read: what is read is kept in memory."""

    def __init__(self, max_bytes: int | None = None) -> None:
        self._max_bytes = self._left = MAXIMUM_TOTAL_BYTES if max_bytes is None else max_bytes

    def spend(self, size: int) -> None:
        """Count bytes that were read. Raises Unreadable if they are too many."""
        if size > self._left:
            raise Unreadable(
                f"is not read: the repository's files exceed {self._max_bytes:,} bytes"
            )
        self._left -= size


@dataclass(frozen=True, slots=True)
class Files:
    """The files below `root`, a resolved path. Links are followed while they stay inside.

    The content of a `.git` counts as outside: it may hold the clone's password. Without `budget`,
    only single files are limited.
    """

    root: Path
    budget: ReadBudget | None = None

    def name(self, path: Path) -> str:
        """Return the path relative to the root, with odd bytes escaped for terminals."""
        return escape_name(str(path.relative_to(self.root)))

    def load(self, path: AnyPath, *, at_most: int) -> bytes:
        """Return the content of a regular file. Raises Unreadable if it is larger."""
        content, is_complete = self.load_start(path, at_most=at_most)
        if not is_complete:
            raise FileTooLarge(f"is larger than {at_most:,} bytes")
        return content

    def load_below(self, path: AnyPath, *, at_most: int) -> bytes:
        """Load a path from an author: any directory on its way may be a link."""
        here = Files(Path(os.path.realpath(self.root)))
        try:
            real = os.path.realpath(here.root / path)
        except ValueError as error:  # a null character
            raise Unreadable("is not a valid file name") from error
        if not os.path.lexists(real):
            raise Missing("does not exist")
        return here.load(here.follow(real), at_most=at_most)

    def load_start(self, path: AnyPath, *, at_most: int) -> tuple[bytes, bool]:
        """Return the first bytes of a regular file, and whether they are all of it."""
        try:
            descriptor = self._open(path)
        except OSError as error:
            raise _classify_error(error) from error
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise Unreadable("is not a regular file")
            content = _read(descriptor, at_most + 1)
        except OSError as error:
            raise _classify_error(error) from error
        finally:
            os.close(descriptor)
        if self.budget is not None:
            self.budget.spend(len(content))
        return content[:at_most], len(content) <= at_most

    def entries(self, directory: Path) -> dict[str, os.DirEntry[str]]:
        """Return a directory's entries, sorted by name."""
        try:
            if directory.is_symlink():
                self.follow(directory)
            with os.scandir(directory) as entries:
                listed = list(islice(entries, MAXIMUM_ENTRIES + 1))
        except OSError as error:
            raise _classify_error(error) from error
        if len(listed) > MAXIMUM_ENTRIES:
            raise Unreadable(f"contains more than {MAXIMUM_ENTRIES:,} files")
        return {entry.name: entry for entry in sorted(listed, key=lambda entry: entry.name)}

    def directory(self, path: Path) -> Path:
        """Return a path that must be a directory; for a link, its target."""
        try:
            real = self.follow(path) if path.is_symlink() else path
            mode = real.stat().st_mode
        except OSError as error:
            raise _classify_error(error) from error
        if not stat.S_ISDIR(mode):
            raise Unreadable("is not a directory")
        return real

    def follow(self, link: AnyPath) -> Path:
        """Return a link's target; Unreadable if it does not exist or is outside the repository."""
        target = Path(os.path.realpath(link))
        if not target.is_relative_to(self.root) or ".git" in target.relative_to(self.root).parts:
            raise Unreadable("is a link that leads out of the repository")
        if not os.path.lexists(target):
            raise Unreadable("is a broken link")
        return target

    def _open(self, path: AnyPath) -> int:
        # Only a final link needs a check of its target: directories on the way were checked when
        # they were listed.
        try:
            return os.open(path, _OPEN_FLAGS)
        except OSError:
            if not os.path.islink(path):  # noqa: PTH114
                raise
        return os.open(self.follow(path), _OPEN_FLAGS)


def is_directory(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a directory, or a link to one; a loop of links is not."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def escape_name(name: str) -> str:
    """Escape what is not text, or controls a terminal, in a file name."""
    text = name.encode(errors="surrogateescape").decode(errors="backslashreplace")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def is_plain(name: str) -> bool:
    """Whether a file name is text without control characters."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return not any(unicodedata.category(character) == "Cc" for character in name)


def decode_text(content: bytes, file: str, problems: Problems) -> str:
    """Decode the bytes of a file; invalid UTF-8 becomes U+FFFD, with a warning.

    Source: Dodona scrubs configurations, descriptions and solutions alike.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problems.warn(
            file,
            f"byte {content[error.start]:#04x} is not valid UTF-8",
            where=f"line {line}",
            fix="save the file as UTF-8",
            code="file.invalid-utf8",
        )
        return content.decode("utf-8-sig", errors="replace")


def _read(descriptor: int, at_most: int) -> bytes:
    pieces: list[bytes] = []
    left = at_most
    while left > 0 and (piece := os.read(descriptor, min(left, _PIECE_BYTES))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def _classify_error(error: OSError) -> Exception:
    """Return an error that blames the author, or the machine if it lacks resources."""
    if is_shortage(error):
        return ResourceShortage(f"a file of a repository cannot be read: {error.strerror}")
    if isinstance(error, FileNotFoundError):
        return Missing("does not exist")
    return Unreadable(f"cannot be read: {(error.strerror or str(error)).lower()}")
