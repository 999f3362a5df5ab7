"""Whether the database has the tables that the code of this process knows."""

from enum import StrEnum, unique
from functools import cache

from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from kriterion import __version__
from kriterion.web.database.models import SchemaStamp
from kriterion.web.database.schema_stamp import list_our_apps


@unique
class SchemaVersion(StrEnum):
    """How the database compares with the code."""

    OLDER = "older"  # or empty: a site of this version has not migrated it yet
    CURRENT = "current"
    NEWER = "newer"  # a newer version has migrated it, or has begun to


def read_schema_version() -> SchemaVersion:
    """Compare the database with the code. Raises DatabaseError."""
    if MigrationRecorder(connection).has_table() and has_newer_schema():
        return SchemaVersion.NEWER
    return SchemaVersion.OLDER if count_missing_migrations() else SchemaVersion.CURRENT


def count_missing_migrations() -> int:
    """Return how many migrations the database still needs, of all apps. Raises DatabaseError."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def has_newer_schema(own_connection: BaseDatabaseWrapper | None = None) -> bool:
    """Whether migrations were applied that this code does not have. Raises DatabaseError.

    A migration is recorded in the transaction that changes the tables, so this holds as soon as
    the first of them has changed. By default, the connection of this thread is asked.
    """
    used = own_connection or connection
    table = used.ops.quote_name(MigrationRecorder.Migration._meta.db_table)
    with used.cursor() as cursor:
        cursor.execute(f"SELECT app, name FROM {table}")  # noqa: S608 - a constant
        applied = {(app, name) for app, name in cursor.fetchall() if app in list_our_apps()}
    return not applied <= _list_known_migrations()


def is_outdated() -> bool:
    """Whether the database is known to be newer than this code; False if it does not answer."""
    try:
        return has_newer_schema()
    except DatabaseError:
        return False


def describe_newer_schema(own_connection: BaseDatabaseWrapper | None = None) -> str:
    """Return what is wrong with this process, for its operator."""
    used = own_connection or connection
    table = used.ops.quote_name(SchemaStamp._meta.db_table)
    try:
        with used.cursor() as cursor:
            cursor.execute(f"SELECT version FROM {table}")  # noqa: S608 - a constant
            versions = [version for (version,) in cursor.fetchall() if version != __version__]
    except DatabaseError:  # the server has just gone away
        versions = []
    newer = f" ({versions[0]})" if versions else ""
    return f"a newer version of Kriterion{newer} has migrated the database; this is {__version__}"


def load_known_migrations() -> None:
    """Read the migrations of the code: call this before an upgrade may replace its files."""
    _list_known_migrations()


@cache
def _list_known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)
