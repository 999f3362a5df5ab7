"""Migrate the database: a new one, or one of an older version."""

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from kriterion.errors import OperatorError


def is_empty() -> bool:
    """Whether the database has none of our tables."""
    return MigrationRecorder.Migration._meta.db_table not in connection.introspection.table_names()


def migrate() -> None:
    """Create or update the tables for this version.

    Raises OperatorError if another version has changed the database in unknown ways: then there is
    no path from its tables to ours.
    """
    loader = MigrationLoader(connection)
    unknown = sorted(
        name
        for app, name in set(loader.applied_migrations) - set(loader.disk_migrations)
        if app in loader.migrated_apps
    )
    if unknown:
        raise OperatorError(
            f"the database is of another version of Kriterion: it knows {', '.join(unknown)}",
            fix=f"run the version that made it, or name another --data DIR than {settings.DATA} "
            "(of a demo, that directory may simply be removed)",
        )
    call_command("migrate", interactive=False, verbosity=0)
