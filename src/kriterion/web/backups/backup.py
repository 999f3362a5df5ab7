"""Back up the database, as of one moment, and the files that belong to it, in one archive.

Everything reproducible is left out: runtimes, copies of tools, measured maxima.
"""

import io
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

from kriterion import __version__
from kriterion.errors import MachineError, OperatorError
from kriterion.web.backups.backup_format import (
    ABOUT,
    DATABASE,
    DIGESTS,
    DIRECTORY,
    FILES,
    FORMAT,
    BackupDescription,
    Form,
    HashingStream,
    compute_digest,
    describe_link,
    seal,
)
from kriterion.web.backups.restore_place import flush
from kriterion.web.repositories.models import Repository
from kriterion.web.tools.models import Tool

_MADE_AGAIN = frozenset({"runtime", "tools", "maxima", "kriterion-learn-ocaml", "content"})
_PASSING = frozenset({"uploads", ".restored", ".new", "wake-ups"})  # temporary
_WAKE_UPS = "procrastinate_"  # how the names of their tables begin; a sweep makes them again
_WAKE_UP_APP = "procrastinate.contrib.django"
_DEFAULT_DATABASE = "kriterion.sqlite3"  # a site's default database


def write_backup(archive: Path, data: Path, *, portable: bool = False) -> tuple[Path, ...]:
    """Write everything the site holds into a new file that only its owner may read.

    The site may run meanwhile. A `portable` backup can be restored into the other kind of database
    and takes longer. Returns the other databases found in the data directory, which are left out.
    Raises MachineError if the disk or the database fails or is damaged.
    """
    place = archive.absolute().parent
    try:
        # A directory of its own: another backup may be writing a file of the same name.
        with tempfile.TemporaryDirectory(dir=place, prefix=f".{archive.name}.") as own:
            database, unfinished = Path(own) / DATABASE, Path(own) / "unfinished"
            before = _list_copies_in_use(data)
            form = _copy_database(database, portable=portable)
            needed = _list_contents({*before, *_list_copies_in_use(data)}, data)
            unfinished.touch(mode=0o600)
            with tarfile.open(unfinished, "w:gz", compresslevel=6) as tar:
                contents = _Contents(tar)
                contents.add_bytes(ABOUT, _describe_backup(form, data).encode())
                contents.add(database, DATABASE)
                for file in _list_files(data):
                    with suppress(FileNotFoundError):  # the site is running and may remove files
                        contents.add(file, f"{FILES}/{file.relative_to(data)}")
                contents.add_digests()
            for file in needed:
                if f"{FILES}/{file.relative_to(data)}" not in contents.digests:
                    raise MachineError(
                        f"{archive}: the backup could not be written: {file} was removed "
                        "meanwhile; try again"
                    )
            seal(unfinished)
            flush(unfinished)
            unfinished.replace(archive)
            flush(place)
        return tuple(file for file in sorted(data.iterdir()) if _is_leftover(file))
    except (OSError, DatabaseError, sqlite3.Error, subprocess.CalledProcessError) as error:
        raise MachineError(f"{archive}: the backup could not be written: {error}") from error


def _copy_database(target: Path, *, portable: bool) -> Form:
    """Copy the database as of one moment."""
    if connection.vendor == "sqlite" and not portable:
        connection.ensure_connection()
        with closing(sqlite3.connect(target)) as copy:
            connection.connection.backup(copy)
            refuse_damaged(copy)
        return Form.SQLITE
    if connection.vendor == "postgresql" and not portable and shutil.which("pg_dump"):
        program, variables = build_postgresql_command(
            "pg_dump", "--format=custom", f"--exclude-table-data={_WAKE_UPS}*", f"--file={target}"
        )
        subprocess.run(program, check=True, env=variables)
        return Form.POSTGRESQL
    with _open_snapshot():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        call_command(
            "dumpdata",
            format="jsonl",
            output=str(target),
            exclude=[
                *("contenttypes", "auth.permission", "sessions", "database.schemastamp"),
                *("submissions.renderedfeedback", "database.cacheentry"),
                *(label for label in ("procrastinate",) if apps.is_installed(_WAKE_UP_APP)),
            ],
            verbosity=0,
        )
    return Form.PORTABLE


@contextmanager
def _open_snapshot() -> Iterator[None]:
    """Open a transaction that only reads."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    # `atomic` begins one that writes: the running site would have to wait for the end of the dump.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def refuse_damaged(database: sqlite3.Connection) -> None:
    """Raise DatabaseError if SQLite finds the database damaged: a copy of it is not a backup."""
    ((verdict,), *_) = database.execute("PRAGMA integrity_check(1)").fetchall()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the database is damaged: {verdict}")


def build_postgresql_command(name: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """Return the command of one of PostgreSQL's programs on the site's database, and its
    environment.
    """
    settings = connection.settings_dict
    (_, *where), variables = DatabaseClient.settings_to_cmd_args_env(settings, [])
    *options, database = where
    program = [name, *words, *options, f"--dbname={database}"]
    return program, {**os.environ, **(variables or {})}


class _Contents:
    """Writes entries to an archive and records their digests."""

    def __init__(self, tar: tarfile.TarFile) -> None:
        self._tar = tar
        self.digests: dict[str, str] = {}

    def add(self, file: Path, name: str) -> None:
        """Add a file, directory or symbolic link; anything else has no content and is left out.

        Raises FileNotFoundError, having written nothing, if the file no longer exists.
        """
        entry = tarfile.TarInfo(name)
        status = file.lstat()
        entry.mode, entry.mtime = stat.S_IMODE(status.st_mode), int(status.st_mtime)
        if stat.S_ISLNK(status.st_mode):
            entry.type, entry.linkname = tarfile.SYMTYPE, os.readlink(file)  # noqa: PTH115  to the letter
            self._tar.addfile(entry)
            self.digests[name] = describe_link(entry.linkname)
        elif stat.S_ISDIR(status.st_mode):
            entry.type = tarfile.DIRTYPE
            self._tar.addfile(entry)
            self.digests[name] = DIRECTORY
        elif stat.S_ISREG(status.st_mode):
            with file.open("rb") as opened:
                entry.size = os.fstat(opened.fileno()).st_size
                content = HashingStream(opened)
                self._tar.addfile(entry, content)
            self.digests[name] = content.digest

    def add_bytes(self, name: str, content: bytes) -> None:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        self._tar.addfile(entry, io.BytesIO(content))
        self.digests[name] = compute_digest(content)

    def add_digests(self) -> None:
        """Add the list of all digests as the last entry."""
        self.add_bytes(DIGESTS, json.dumps(self.digests, indent=0).encode())


def _describe_backup(form: Form, data: Path) -> BackupDescription:
    return BackupDescription(
        form=form,
        data=str(data.absolute()),
        version=__version__,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        format=FORMAT,
    )


def _list_copies_in_use(data: Path) -> set[Path]:
    """Return the existing directories in the data directory that rows refer to.

    Raises OperatorError if a symbolic link leads to one: a backup does not follow it.
    """
    rows = [
        *Repository.objects.values_list("directory", flat=True),
        *Tool.objects.values_list("directory", flat=True),
        *Tool.objects.values_list("comments_directory", flat=True),
    ]
    named = [Path(directory) for directory in rows if directory]
    place = data.absolute()
    directories = {
        data / path.relative_to(place)
        for path in named
        if path.is_relative_to(place) and path.is_dir()
    }
    for directory in directories:
        inside = directory.relative_to(data)
        for step in (inside, *inside.parents[:-1]):
            if (data / step).is_symlink():
                raise OperatorError(
                    f"{data / step}: is a symbolic link, and a backup does not follow it",
                    fix="put the directory itself there, such as by a bind mount",
                )
    return directories


def _list_contents(directories: set[Path], data: Path) -> list[Path]:
    """Return the files in some directories that a backup must hold."""
    every = [file for directory in directories for file in (directory, *_walk_directory(directory))]
    return [file for file in every if not file.exists() or _has_content(file)]


def _has_content(file: Path) -> bool:
    return file.is_symlink() or file.is_dir() or file.is_file()


def _list_files(data: Path) -> Iterator[Path]:
    """Yield every file and directory that belongs to the site, parents first."""
    for top in sorted(data.iterdir()):
        if top.name in _MADE_AGAIN | _PASSING or _is_database(top) or _is_leftover(top):
            continue
        yield top
        if top.is_dir() and not top.is_symlink():
            yield from _walk_directory(top)


def _walk_directory(directory: Path) -> Iterator[Path]:
    """Yield everything in a directory. Unlike `rglob`, raise OSError for what is unreadable."""
    try:
        entries = sorted(directory.iterdir())
    except FileNotFoundError:  # the site is running and may remove files
        return
    for entry in entries:
        yield entry
        if entry.is_dir() and not entry.is_symlink():
            yield from _walk_directory(entry)


def _is_database(file: Path) -> bool:
    """Whether it is the database, or one of the files that SQLite keeps beside it."""
    if connection.vendor != "sqlite":
        return False
    database = Path(connection.settings_dict["NAME"]).resolve()
    return file.parent.resolve() == database.parent and _belongs_to_database(
        file.name, database.name
    )


def _is_leftover(file: Path) -> bool:
    """Whether a file is a database at the default place although the site uses another one.

    It may be from before a move to PostgreSQL. A restored site would start with it.
    """
    return _belongs_to_database(file.name, _DEFAULT_DATABASE) and not _is_database(file)


def _belongs_to_database(name: str, database: str) -> bool:
    return name == database or name.startswith(f"{database}-")
