"""Restoring: a site's data made of a backup, where there is none yet."""

import json
import os
import shutil
import subprocess
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from kriterion.errors import MachineError, OperatorError
from kriterion.store.models import Repository, Submission, SubmissionState, Tool, User, Worker
from kriterion.work.backup import DATABASE, FILES, MANIFEST, Form, postgresql_program
from kriterion.work.migrating import migrate

_LARGEST_MANIFEST = 65_536


@dataclass(frozen=True, kw_only=True, slots=True)
class Manifest:
    """What a backup says of itself; `data` was its data directory."""

    form: Form
    data: str
    version: str
    made_at: str


def restore(archive: Path, data: Path) -> Manifest:
    """Fill an empty data directory and an empty database with what a backup holds.

    Raises OperatorError when it is no backup, or not one for this database, and MachineError when
    the disk or the database fails.
    """
    place = data / ".restoring"
    try:
        place.mkdir(mode=0o700)
        with tarfile.open(archive, "r:*") as tar:
            manifest = _manifest(tar, archive)
            _refuse_other_database(manifest.form)
            _unpack(tar, place)
        _fill_database(place / DATABASE, manifest.form)
        for entry in (place / FILES).iterdir():
            entry.rename(data / entry.name)
        _move_directories(Path(manifest.data), data.absolute())
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise OperatorError(f"{archive}: is no backup, or not all of one: {error}") from error
    except (OSError, DatabaseError, CommandError, subprocess.CalledProcessError) as error:
        raise MachineError(f"{archive}: could not be restored: {error}") from error
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return manifest


def _manifest(tar: tarfile.TarFile, archive: Path) -> Manifest:
    """It is the first entry."""
    entry = tar.next()
    content = None if entry is None or entry.name != MANIFEST else tar.extractfile(entry)
    if content is None:
        raise OperatorError(f"{archive}: is no backup: it does not begin with {MANIFEST}")
    try:
        written = json.loads(content.read(_LARGEST_MANIFEST))
        written["form"] = Form(written["form"])
        return Manifest(**written)
    except (ValueError, KeyError, TypeError) as error:
        raise OperatorError(f"{archive} {MANIFEST}: is not understood: {error}") from error


def _refuse_other_database(form: Form) -> None:
    if form is not Form.PORTABLE and form != connection.vendor:
        raise OperatorError(
            f"the backup is of {form}, and the database here is {connection.vendor}",
            fix="set or unset DATABASE_URL\nor write a backup with kriterion backup --portable",
        )


def _unpack(tar: tarfile.TarFile, place: Path) -> None:
    """Unpack what a backup may hold: files, directories and links; nothing outside the place."""
    (place / FILES).mkdir()
    links: list[tuple[Path, str]] = []
    for entry in tar:
        if entry.name == MANIFEST:
            continue
        path = PurePosixPath(entry.name)
        if path.parts[:1] not in ((DATABASE,), (FILES,)) or ".." in path.parts:
            raise OperatorError(f"the backup holds {entry.name!r}, which no backup does")
        target = place / path
        if entry.isdir():
            target.mkdir(exist_ok=True, parents=True)
            target.chmod(entry.mode & 0o777)
        elif entry.isreg():
            content = tar.extractfile(entry)
            assert content is not None
            descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, entry.mode & 0o777)
            with os.fdopen(descriptor, "wb") as opened:
                shutil.copyfileobj(content, opened)
        elif entry.issym():
            links.append((target, entry.linkname))
        else:
            raise OperatorError(f"the backup holds {entry.name!r}, which is no file")
    for target, leads_to in links:  # last, so that nothing is written through one
        target.symlink_to(leads_to)


def _fill_database(dumped: Path, form: Form) -> None:
    fill: dict[Form, Callable[[Path], None]] = {
        Form.SQLITE: _fill_sqlite,
        Form.POSTGRESQL: _fill_postgresql,
        Form.PORTABLE: _fill_any,
    }
    fill[form](dumped)


def _fill_sqlite(dumped: Path) -> None:
    connection.close()
    target = Path(connection.settings_dict["NAME"])
    dumped.chmod(0o600)
    dumped.replace(target)
    _migrate()


def _fill_postgresql(dumped: Path) -> None:
    _refuse_full()
    words = ("--no-owner", "--exit-on-error", "--single-transaction")
    program, variables = postgresql_program("pg_restore", *words)
    subprocess.run([*program, str(dumped)], check=True, env=variables)
    _migrate()


def _fill_any(dumped: Path) -> None:
    _refuse_full()
    _migrate()
    rows = dumped.with_suffix(".jsonl")
    dumped.rename(rows)
    call_command("loaddata", str(rows), verbosity=0)


def _refuse_full() -> None:
    tables = set(connection.introspection.table_names())
    if User._meta.db_table in tables and User.objects.exists():
        raise OperatorError(
            "the database holds a site already", fix="name an empty one in DATABASE_URL"
        )


def _migrate() -> None:
    if connection.vendor == "sqlite":  # its files take their mode from it
        Path(connection.settings_dict["NAME"]).touch(mode=0o600)
    migrate()


def _move_directories(before: Path, now: Path) -> None:
    """Rows name places in the data directory; and nobody works any more on what was running."""
    for kind in (Repository, Tool):
        for row in kind.objects.exclude(directory=""):
            if Path(row.directory).is_relative_to(before):
                row.directory = str(now / Path(row.directory).relative_to(before))
                row.save(update_fields=["directory"])
    Worker.objects.all().delete()
    Submission.objects.filter(state=SubmissionState.RUNNING).update(
        state=SubmissionState.QUEUED, worker="", lease_until=None
    )
