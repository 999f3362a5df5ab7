"""The format of backups: a compressed tar archive, its list of digests, and a seal at its end.

The first entry (`backup.json`) describes the backup, the last (`digests.json`) lists every other
entry with the digest of its content. The seal is an empty gzip member whose comment holds the
digest of all preceding bytes: `tar` and `gzip` ignore it, and it reveals a change of any byte. It
detects damage, not forgery: nothing is signed.
"""

import hashlib
import json
import tarfile
from dataclasses import asdict, dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import IO

from kriterion.errors import OperatorError

ABOUT = "backup.json"
DIGESTS = "digests.json"
DATABASE = "database"
FILES = "files"
FORMAT = 2  # the first format had no number, no digests and no seal

_LARGEST_ABOUT = 65_536
_CHUNK = 1 << 20

# RFC 1952: deflate, a comment, no time, Unix; then an empty deflate block, its CRC and its size.
_SEAL_HEAD = b"\x1f\x8b\x08\x10\0\0\0\0\0\x03kriterion backup sha256="
_SEAL_TAIL = b"\0\x03\0" + bytes(8)
_SEAL_LENGTH = len(_SEAL_HEAD) + 2 * hashlib.sha256().digest_size + len(_SEAL_TAIL)


@unique
class Form(StrEnum):
    """How the database is stored."""

    SQLITE = "sqlite"  # the database file
    POSTGRESQL = "postgresql"  # the output of pg_dump
    PORTABLE = "portable"  # rows as JSON, for any database


@dataclass(frozen=True, kw_only=True, slots=True)
class BackupDescription:
    """A backup's description of itself; `data` is its original data directory.

    `format` is None in backups made before digests were added.
    """

    form: Form
    data: str
    version: str
    made_at: str
    format: int | None = None

    def encode(self) -> bytes:
        return json.dumps(asdict(self), indent=2).encode()


def seal(archive: Path) -> None:
    """Append the digest of all bytes of a finished archive."""
    digest = _digest(archive, archive.stat().st_size)
    with archive.open("ab") as opened:
        opened.write(_encode_seal(digest))


def verify_seal(archive: Path) -> None:
    """Raise OperatorError unless every byte is as written. The caller handles OSError."""
    size = archive.stat().st_size - _SEAL_LENGTH
    with archive.open("rb") as opened:
        opened.seek(max(size, 0))
        content = opened.read()
    if size < 0 or not content.startswith(_SEAL_HEAD):
        raise OperatorError(
            f"{archive}: is not a complete backup: it does not end with its digest",
            fix="use another copy of it, or another backup",
        )
    if content != _encode_seal(_digest(archive, size)):
        raise OperatorError(
            f"{archive}: is damaged: its content does not match its digest",
            fix="use another copy of it, or another backup",
        )


def read_about(archive: Path, tar: tarfile.TarFile) -> BackupDescription:
    """Read the description, the first entry. Raises OperatorError if this is not a backup."""
    entry = tar.next()
    content = None if entry is None or entry.name != ABOUT else tar.extractfile(entry)
    if content is None:
        raise OperatorError(f"{archive}: is not a backup: its first entry is not {ABOUT}")
    try:
        about = BackupDescription(**json.loads(content.read(_LARGEST_ABOUT)))
        form = Form(about.form)
    except (ValueError, KeyError, TypeError) as error:
        raise OperatorError(f"{archive} {ABOUT}: cannot be read: {error}") from error
    if about.format not in (None, FORMAT):
        raise OperatorError(
            f"{archive}: is a backup of format {about.format!r}, made by Kriterion {about.version}",
            fix="restore it with that version",
        )
    return BackupDescription(**{**asdict(about), "form": form})


class HashingStream:
    """A stream that computes the digest of what is read from it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(size)
        self._hash.update(content)
        return content

    @property
    def digest(self) -> str:
        return encode_digest(self._hash.hexdigest())


def encode_digest(hexadecimal: str) -> str:
    return f"sha256:{hexadecimal}"


def compute_digest(content: bytes) -> str:
    return encode_digest(hashlib.sha256(content).hexdigest())


def describe_link(target: str) -> str:
    """Return the entry for a symbolic link in the list of digests."""
    return f"link:{target}"


DIRECTORY = "directory"  # the entry for a directory in the list of digests


def _encode_seal(hexadecimal: str) -> bytes:
    return _SEAL_HEAD + hexadecimal.encode() + _SEAL_TAIL


def _digest(file: Path, size: int) -> str:
    """Return the digest of a file's first `size` bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while size > 0 and (chunk := opened.read(min(size, _CHUNK))):
            digest.update(chunk)
            size -= len(chunk)
    return digest.hexdigest()
