"""Fill the database of a restored site so that it appears in one step.

SQLite's is built beside its place and renamed. PostgreSQL's is filled in one transaction: the rows,
newer migrations, and what depends on the machine.
"""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.core.management import call_command
from django.core.serializers.base import DeserializationError
from django.db import connection, transaction

from kriterion.errors import OperatorError
from kriterion.web.backups.backup import build_postgresql_command, refuse_damaged
from kriterion.web.backups.backup_format import BackupDescription, Form
from kriterion.web.backups.restore_place import flush
from kriterion.web.database.migrate import migrate, migrate_within_transaction
from kriterion.web.repositories.models import Repository
from kriterion.web.submissions.models import Submission, SubmissionState, Worker
from kriterion.web.tools.models import Tool

_BESIDE = ("", "-wal", "-shm", "-journal")  # suffixes of a database's files


@contextmanager
def fill_database(dumped: Path, about: BackupDescription, data: Path) -> Iterator[Path | None]:
    """Fill the site's database; the result is visible once the context ends without an error.

    Yields the path of an SQLite database, or None for PostgreSQL. Raises OperatorError if there is
    a database with content already.
    """
    restored = _restore_sqlite if connection.vendor == "sqlite" else _restore_postgresql
    with restored(dumped, about.form) as file:
        _adapt_rows(Path(about.data), data)
        yield file


@contextmanager
def _restore_sqlite(dumped: Path, form: Form) -> Iterator[Path]:
    target = Path(connection.settings_dict["NAME"])
    _refuse_full_sqlite(target)
    aside = target.with_name(f".{target.name}.restoring")
    connection.close()
    connection.settings_dict["NAME"] = str(aside)
    try:
        _remove_sqlite(aside)  # of a killed restore
        os.close(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # sets the mode
        if form is Form.SQLITE:
            with closing(sqlite3.connect(dumped)) as source, closing(sqlite3.connect(aside)) as to:
                source.backup(to)
                refuse_damaged(to)
        migrate()
        if form is Form.PORTABLE:
            _load_rows(dumped)
        yield target
        connection.close()  # with the last connection, SQLite merges its files
        flush(aside)
        aside.replace(target)
        flush(target.parent)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = str(target)
        _remove_sqlite(aside)


def _refuse_full_sqlite(target: Path) -> None:
    """Accept an empty file, which opening a missing database leaves."""
    if any(
        os.path.lexists(file) and (suffix or file.stat().st_size)
        for suffix in _BESIDE
        for file in (target.with_name(f"{target.name}{suffix}"),)
    ):
        raise OperatorError(
            f"{target}: the database already exists", fix="name another file, or move this one away"
        )


def _remove_sqlite(database: Path) -> None:
    for suffix in _BESIDE:
        database.with_name(f"{database.name}{suffix}").unlink(missing_ok=True)


@contextmanager
def _restore_postgresql(dumped: Path, form: Form) -> Iterator[None]:
    with transaction.atomic():
        if connection.introspection.table_names():
            raise OperatorError(
                "the database is not empty: it may contain another site",
                fix="set DATABASE_URL to an empty database",
            )
        if form is Form.POSTGRESQL:
            _run_dump(dumped)
        with connection.cursor() as cursor:
            # Tables cannot be altered while deferred constraints are pending.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        migrate_within_transaction()
        if form is Form.PORTABLE:
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            _load_rows(dumped)
        yield
    migrate()  # the rest; if this does not happen, the next start of the site does it


def _run_dump(dumped: Path) -> None:
    """Restore the dump in the open transaction.

    A connected pg_restore opens its own transaction, so run the script that it prints instead.
    """
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.cursor() as cursor:
        ((path,),) = cursor.execute("SELECT current_setting('search_path')").fetchall()
        command = ("pg_restore", "--no-owner", "--no-privileges", "--file=-", str(dumped))
        _, variables = build_postgresql_command("pg_restore")
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=variables) as program:
            assert program.stdout is not None
            lines = iter(program.stdout)
            statements: list[bytes] = []
            for line in lines:
                if line.startswith(b"COPY ") and line.endswith(b" FROM stdin;\n"):
                    cursor.execute(b"".join(statements), prepare=False)
                    statements.clear()
                    with cursor.copy(line.removesuffix(b";\n")) as rows:
                        for row in lines:
                            if row == b"\\.\n":
                                break
                            rows.write(row)
                elif not line.startswith(b"\\"):  # commands for psql
                    statements.append(line)
            cursor.execute(b"".join(statements), prepare=False)
        if program.returncode:
            raise subprocess.CalledProcessError(program.returncode, command)
        cursor.execute("SELECT set_config('search_path', %s, false)", (path,))


def _load_rows(dumped: Path) -> None:
    rows = dumped.with_suffix(".jsonl")
    dumped.rename(rows)
    try:
        call_command("loaddata", str(rows), verbosity=0)
    except DeserializationError as error:  # such as rows of tables before 0.2.0
        raise OperatorError(
            f"the backup's rows do not fit the tables of this version: {error}",
            fix="restore it with the version that wrote it",
        ) from error


def _adapt_rows(before: Path, now: Path) -> None:
    """Adapt rows to the new data directory, and requeue what was running."""
    for kind, field in (
        (Repository, "directory"),
        (Tool, "directory"),
        (Tool, "comments_directory"),
    ):
        for row in kind.objects.exclude(**{field: ""}):
            place = Path(getattr(row, field))
            if place.is_relative_to(before):
                setattr(row, field, str(now / place.relative_to(before)))
                row.save(update_fields=[field])
    Worker.objects.all().delete()
    Submission.objects.filter(state=SubmissionState.RUNNING).update(
        state=SubmissionState.QUEUED, worker="", lease_until=None
    )
