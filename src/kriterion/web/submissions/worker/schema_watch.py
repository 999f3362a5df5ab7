"""Keep a worker in step with the database: wait for a migration, and end after one of a newer
version.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Self

from django.db import DatabaseError, connection
from django.utils import timezone

from kriterion.web.database import database_clock as clock
from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.database.schema_version import (
    SchemaVersion,
    count_missing_migrations,
    has_newer_schema,
    load_known_migrations,
    read_schema_version,
)
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import Worker
from kriterion.web.submissions.queue.worker_name import name_this_host, name_this_worker
from kriterion.web.submissions.queue.workers import leave

WAIT_SECONDS = 2.0  # between looks for whether the database was migrated
WATCH_SECONDS = 10.0  # between looks for whether a newer version has migrated it
SAY_SECONDS = 60.0  # between log lines while waiting

_log = logging.getLogger(__name__)


def wait_for_schema(
    stop_requested: threading.Event, *, slots: int, say: Callable[[str], None]
) -> SchemaVersion:
    """Wait until the database is not older than the code, or a stop is requested.

    Return how it compares then. Meanwhile this worker's row says what it waits for, so that the
    site's pages show it.
    """
    load_known_migrations()
    said_at = float("-inf")
    is_reported = False
    while True:
        try:
            version = read_schema_version()
            if version is SchemaVersion.OLDER:
                reason = f"waits until a site migrates the database: {_count_missing()}"
                if time.monotonic() - said_at >= SAY_SECONDS:
                    said_at = time.monotonic()
                    say(f"this worker {reason}")
                is_reported = _report(reason, slots) or is_reported
        except DatabaseError as error:  # such as a table that is being changed
            log_failure(_log, "the database's version could not be read", error)
            connection.close()
            version = SchemaVersion.OLDER
        if version is not SchemaVersion.OLDER or stop_requested.wait(WAIT_SECONDS):
            break
    if is_reported and version is not SchemaVersion.CURRENT:
        _leave()
    release_connection()
    return version


class SchemaWatch:
    """A context in which a thread notices that a newer version has migrated the database."""

    def __init__(self, on_outdated: Callable[[], None]) -> None:
        self.is_outdated = False
        self._on_outdated = on_outdated
        self._stopping = threading.Event()
        load_known_migrations()
        self._thread = threading.Thread(
            target=self._watch, name="kriterion-schema-watch", daemon=True
        )

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()

    def _watch(self) -> None:
        try:
            while not self._stopping.wait(WATCH_SECONDS):
                try:
                    if has_newer_schema():
                        self.is_outdated = True
                        self._on_outdated()
                        return
                except DatabaseError as error:
                    log_failure(_log, "the database's version could not be read", error)
                    connection.close()
                release_connection()
        finally:
            connection.close()


def _count_missing() -> str:
    missing = count_missing_migrations()
    return f"{missing} migration{'' if missing == 1 else 's'} missing"


def _report(reason: str, slots: int) -> bool:
    """Write this worker's row with the columns that the database has; return whether it could.

    Raises DatabaseError if a newer or older table refuses it.
    """
    name = name_this_worker()
    seen = {"seen_at": clock.now(), "fault": reason}
    if Worker._meta.db_table not in connection.introspection.table_names():
        return False
    if Worker.objects.filter(name=name).update(**seen):
        return True
    with write_transaction():
        _insert(Worker(name=name, host=name_this_host(), pid=os.getpid(), concurrency=slots))
        Worker.objects.filter(name=name).update(started_at=clock.now(), **seen)
    return True


def _insert(row: Worker) -> None:
    """Insert a row without the columns that only newer tables have."""
    table = Worker._meta.db_table
    row.started_at = row.seen_at = timezone.now()  # until the database's clock is written
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_description(cursor, table)
        present = {column.name for column in found}
        fields = [
            field
            for field in Worker._meta.local_concrete_fields
            if field.column in present and not field.primary_key
        ]
        quote = connection.ops.quote_name
        names = ", ".join(quote(str(field.column)) for field in fields)
        places = ", ".join("%s" for _ in fields)
        values = [
            field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields
        ]
        cursor.execute(
            f"INSERT INTO {quote(table)} ({names}) VALUES ({places})",  # noqa: S608 - our names
            values,
        )


def _leave() -> None:
    try:
        leave(name_this_worker())
    except DatabaseError:  # others notice that the process is gone
        _log.warning("the row of this worker could not be removed")
        connection.close()
