"""Migrating: create or upgrade the tables, and refuse a database that is not this version's."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

import psycopg
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from kriterion import __version__
from kriterion.errors import OperatorError
from kriterion.web.database.models import SchemaStamp
from kriterion.web.database.new_database import WAKE_UPS, create_tables, is_new
from kriterion.web.database.postgresql.direct_connection import find_direct_parameters
from kriterion.web.database.postgresql.patience import tolerate_silence
from kriterion.web.database.schema_stamp import count_ours

_BEFORE_THE_RESET = {"store_user", "store_submission"}  # tables of versions before 0.2.0
_LISTED = 3
_LOCK = 0x6B72_6D67  # any number that no other lock of this database has


def is_empty() -> bool:
    """Whether the database has no tables. Waits for a silent server, as `migrate` does."""
    with tolerate_silence():
        return not connection.introspection.table_names()


def migrate() -> None:
    """Create the tables that this version needs, or upgrade those of an older one.

    Raises OperatorError, and changes nothing, when the database belongs to a newer version, to one
    before 0.2.0, or to another program.
    """
    with _exclude_others(), tolerate_silence():
        _refuse_others(set(connection.introspection.table_names()))
        call_command("migrate", interactive=False, verbosity=0)


def migrate_within_transaction() -> None:
    """Do the part of `migrate` that can be done in an open transaction; call `migrate` after it.

    PostgreSQL uses a new value of an enumeration, such as Procrastinate adds, only once the
    transaction that adds it is committed.
    """
    _refuse_others(set(connection.introspection.table_names()))
    if is_new(connection):
        create_tables(connection)
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    executor.migrate([leaf for leaf in leaves if leaf[0] != WAKE_UPS])


@contextmanager
def _exclude_others() -> Iterator[None]:
    """Wait until no other process migrates, and keep others waiting: sites may start together.

    The lock has a connection of its own, because migrations have transactions of their own. SQLite
    locks its file.
    """
    if connection.vendor != "postgresql":
        yield
        return
    with psycopg.connect(**find_direct_parameters()) as own_connection:
        own_connection.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def _refuse_others(tables: Collection[str]) -> None:
    """Raise OperatorError unless the database is empty or of this or an older version.

    A database without a stamp is a site's only if its first migration was interrupted: then it
    has no tables but those of this version.
    """
    if _BEFORE_THE_RESET & set(tables):
        raise OperatorError(
            "the database was made by a version of Kriterion before 0.2.0, and cannot be upgraded",
            fix=f"run the version that made it, or {_choose_remedy()}",
        )
    if SchemaStamp._meta.db_table in tables:
        _refuse_newer()
        return
    ours = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    foreign = sorted(set(tables) - ours - {MigrationRecorder.Migration._meta.db_table})
    if foreign:
        more = " …" if len(foreign) > _LISTED else ""
        raise OperatorError(
            f"the database holds tables of another program: {', '.join(foreign[:_LISTED])}{more}",
            fix=_choose_remedy(),
        )


def _refuse_newer() -> None:
    """Raise OperatorError when more migrations were applied than this version has."""
    loader = MigrationLoader(connection)
    stamp = SchemaStamp.objects.first()
    applied = count_ours(loader.applied_migrations)
    if max(applied, stamp.migrations if stamp else 0) > count_ours(loader.disk_migrations):
        newer = f" ({stamp.version})" if stamp and stamp.version != __version__ else ""
        raise OperatorError(
            f"the database was made by a newer version of Kriterion{newer}; this is {__version__}",
            fix=f"run the version that made it, or {_choose_remedy()}",
        )


def _choose_remedy() -> str:
    if connection.vendor != "sqlite":
        return "name an empty database in DATABASE_URL"
    return (
        f"name another --data DIR than {settings.DATA}"
        " (the directory of a demo can simply be removed)"
    )
