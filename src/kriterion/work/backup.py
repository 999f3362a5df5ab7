"""Backups: the database as it is at one moment, and the files that belong to it, as one archive.

What can be made again is left out: what tools run in, copies of tools, measured maxima.
"""

import io
import json
import os
import shutil
import sqlite3
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import StrEnum, unique
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.client import DatabaseClient

from kriterion import __version__
from kriterion.errors import MachineError

MANIFEST = "backup.json"
DATABASE = "database"
FILES = "files"

_MADE_AGAIN = frozenset({"runtime", "tools", "maxima", "kriterion-learn-ocaml"})
_PASSING = frozenset({"uploads", ".restoring"})  # what is only on its way


@unique
class Form(StrEnum):
    """How the database is kept."""

    SQLITE = "sqlite"  # its file
    POSTGRESQL = "postgresql"  # what pg_dump writes
    PORTABLE = "portable"  # rows as JSON, for any database


def write_backup(archive: Path, data: Path, *, portable: bool = False) -> None:
    """Write all that the site holds into a new file, which only its owner may read.

    The site may run meanwhile. A `portable` one can be restored into the other kind of database,
    and takes longer. Raises MachineError when the disk or the database fails.
    """
    unfinished = archive.with_name(f".{archive.name}.unfinished")
    try:
        with tempfile.TemporaryDirectory(dir=archive.absolute().parent) as place:
            database = Path(place) / DATABASE
            form = _copy_database(database, portable=portable)
            unfinished.touch(mode=0o600)
            with tarfile.open(unfinished, "w:gz", compresslevel=6) as tar:
                _add_manifest(tar, form, data)
                tar.add(database, DATABASE)
                for file in _files(data):
                    with suppress(FileNotFoundError):  # the site goes on
                        tar.add(file, f"{FILES}/{file.relative_to(data)}", recursive=False)
        unfinished.replace(archive)
    except (OSError, DatabaseError, sqlite3.Error, subprocess.CalledProcessError) as error:
        with suppress(OSError):  # where nothing could be made
            unfinished.unlink()
        raise MachineError(f"{archive}: the backup could not be written: {error}") from error


def _copy_database(target: Path, *, portable: bool) -> Form:
    """The database at one moment."""
    if connection.vendor == "sqlite" and not portable:
        connection.ensure_connection()
        with closing(sqlite3.connect(target)) as copy:
            connection.connection.backup(copy)
        return Form.SQLITE
    if connection.vendor == "postgresql" and not portable and shutil.which("pg_dump"):
        program, variables = postgresql_program("pg_dump", "--format=custom", f"--file={target}")
        subprocess.run(program, check=True, env=variables)
        return Form.POSTGRESQL
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        call_command(
            "dumpdata",
            format="jsonl",
            output=str(target),
            exclude=["contenttypes", "auth.permission", "sessions"],
            verbosity=0,
        )
    return Form.PORTABLE


def postgresql_program(name: str, *words: str) -> tuple[list[str], dict[str, str]]:
    """One of PostgreSQL's own programs on the site's database, and its environment."""
    settings = connection.settings_dict
    (_, *where), variables = DatabaseClient.settings_to_cmd_args_env(settings, [])
    *options, database = where
    program = [name, *words, *options, f"--dbname={database}"]
    return program, {**os.environ, **(variables or {})}


def _add_manifest(tar: tarfile.TarFile, form: Form, data: Path) -> None:
    manifest = {
        "form": form,
        "data": str(data.absolute()),
        "version": __version__,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    content = json.dumps(manifest, indent=2).encode()
    entry = tarfile.TarInfo(MANIFEST)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def _files(data: Path) -> Iterator[Path]:
    """Every file and directory that belongs to the site, a directory before what is in it."""
    for top in sorted(data.iterdir()):
        if top.name in _MADE_AGAIN | _PASSING or _is_database(top):
            continue
        yield top
        if top.is_dir() and not top.is_symlink():
            yield from sorted(top.rglob("*"))


def _is_database(file: Path) -> bool:
    """Whether it is the database itself, or one of the files that SQLite keeps beside it."""
    if connection.vendor != "sqlite":
        return False
    database = Path(connection.settings_dict["NAME"]).resolve()
    place, name = file.parent.resolve(), file.name
    return place == database.parent and (
        name == database.name or name.startswith(f"{database.name}-")
    )
