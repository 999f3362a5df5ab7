"""Restore a site's data from a backup into an empty place: all of it, or nothing."""

import json
import os
import shutil
import subprocess
import tarfile
import zlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from django.core.management import CommandError
from django.db import DatabaseError, connection

from kriterion.errors import MachineError, OperatorError
from kriterion.web.backups.backup_format import (
    ABOUT,
    DATABASE,
    DIGESTS,
    DIRECTORY,
    FILES,
    BackupDescription,
    Form,
    HashingStream,
    describe_link,
    read_about,
    verify_seal,
)
from kriterion.web.backups.restore_place import restore_place
from kriterion.web.backups.restored_database import fill_database


def verify_backup(archive: Path, *, unverified: bool = False) -> BackupDescription:
    """Return a backup's description after verifying every byte of it.

    A backup from before there were digests is accepted if `unverified`. Raises OperatorError if it
    is damaged or not a backup, and MachineError if it cannot be read.
    """
    try:
        try:
            verify_seal(archive)
        except OperatorError:
            if not _is_of_old_format(archive):
                raise
            if not unverified:
                raise OperatorError(
                    f"{archive}: was made before backups had digests, so it cannot be verified",
                    fix="restore it with --unverified, check that the site is complete, and "
                    "make a new backup\nor use a newer backup",
                ) from None
        with tarfile.open(archive, "r:*") as tar:
            return read_about(archive, tar)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise OperatorError(f"{archive}: is not a complete backup: {error}") from error
    except OSError as error:
        raise MachineError(f"{archive}: cannot be read: {error}") from error


def restore(archive: Path, data: Path, *, unverified: bool = False) -> BackupDescription:
    """Fill a data directory and an empty database from a backup.

    The directory exists and holds no site. On failure, both are as before. Raises OperatorError if
    the backup is incomplete or not for this database, and MachineError if the disk or the database
    fails.
    """
    about = verify_backup(archive, unverified=unverified)
    _refuse_other_database(about.form)
    try:
        with restore_place(data) as place:
            with tarfile.open(archive, "r:*") as tar:
                unpacked = _Unpacker(place.unpacked)
                unpacked.take_all(tar)
            if about.format is not None:
                unpacked.verify(archive)
            dumped = place.unpacked / DATABASE
            with fill_database(dumped, about, data.absolute()) as database:
                place.move_into_place(place.unpacked / FILES, database)
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise OperatorError(f"{archive}: is not a complete backup: {error}") from error
    except (OSError, DatabaseError, CommandError, subprocess.CalledProcessError) as error:
        raise MachineError(f"{archive}: could not be restored: {error}") from error
    return about


def _is_of_old_format(archive: Path) -> bool:
    try:
        with tarfile.open(archive, "r:*") as tar:
            return read_about(archive, tar).format is None
    except (tarfile.TarError, EOFError, zlib.error, OSError, OperatorError):
        return False


def _refuse_other_database(form: Form) -> None:
    if form is not Form.PORTABLE and form != connection.vendor:
        raise OperatorError(
            f"the backup is from {form}, but the database here is {connection.vendor}",
            fix="set or unset DATABASE_URL\nor write a backup with kriterion backup --portable",
        )


@dataclass(frozen=True, slots=True)
class _Link:
    file: Path
    target: str


class _Unpacker:
    """Unpacks a backup: files, directories and links, nothing outside the place."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._found: dict[str, str] = {}
        self._digests: bytes | None = None

    def take_all(self, tar: tarfile.TarFile) -> None:
        """Unpack every entry. Raises OperatorError for one that no backup contains."""
        (self._place / FILES).mkdir()
        links: list[_Link] = []
        modes: list[tuple[Path, int]] = []
        for entry in tar:
            path = PurePosixPath(entry.name)
            if entry.name in (ABOUT, DIGESTS):
                self._read_digests(tar, entry)
                continue
            if path.parts[:1] not in ((DATABASE,), (FILES,)) or ".." in path.parts:
                raise OperatorError(
                    f"the backup contains {entry.name!r}, which is not allowed in a backup"
                )
            target = self._place / path
            if entry.isdir():
                target.mkdir(exist_ok=True, parents=True)
                modes.append((target, entry.mode & 0o777))
                self._found[entry.name] = DIRECTORY
            elif entry.isreg():
                self._unpack_file(tar, entry, target)
            elif entry.issym():
                links.append(_Link(target, entry.linkname))
                self._found[entry.name] = describe_link(entry.linkname)
            else:
                raise OperatorError(
                    f"the backup contains {entry.name!r}, which is not a regular file"
                )
        for link in links:  # after all files, so that nothing is written through one
            inside = link.file.relative_to(self._place)
            if any((self._place / parent).is_symlink() for parent in inside.parents):
                raise OperatorError(
                    f"the backup holds {link.file.name!r} below a symbolic link, which is "
                    "not allowed"
                )
            link.file.symlink_to(link.target)
        for directory, mode in reversed(modes):  # last, as one may be read-only
            directory.chmod(mode)

    def verify(self, archive: Path) -> None:
        """Raise OperatorError unless exactly the listed entries exist."""
        try:
            listed = json.loads(self._digests or b"")
        except ValueError as error:
            raise OperatorError(f"{archive}: is not a backup: it has no list of digests") from error
        listed = listed if isinstance(listed, dict) else {}
        if listed == self._found and DATABASE in listed:
            return
        names = sorted(
            name for name in {*listed, *self._found} if listed.get(name) != self._found.get(name)
        )
        raise OperatorError(
            f"{archive}: is damaged: listed files are missing or changed: "
            f"{', '.join(names[:3] or [DATABASE])}{' …' if len(names) > 3 else ''}",
            fix="use another copy of it, or another backup",
        )

    def _read_digests(self, tar: tarfile.TarFile, entry: tarfile.TarInfo) -> None:
        content = tar.extractfile(entry)
        if content is None:
            raise OperatorError(f"the backup contains {entry.name!r}, which is not a regular file")
        hashed = HashingStream(content)
        written = hashed.read()
        if entry.name == DIGESTS:
            self._digests = written
        else:
            self._found[entry.name] = hashed.digest

    def _unpack_file(self, tar: tarfile.TarFile, entry: tarfile.TarInfo, target: Path) -> None:
        content = tar.extractfile(entry)
        assert content is not None  # a regular file
        hashed = HashingStream(content)
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, entry.mode & 0o777)
        with os.fdopen(descriptor, "wb") as opened:
            os.fchmod(descriptor, entry.mode & 0o777)  # regardless of the umask
            shutil.copyfileobj(hashed, opened)
        self._found[entry.name] = hashed.digest
