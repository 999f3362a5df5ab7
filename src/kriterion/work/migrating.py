"""Bringing the database up to date: one that this version has made, or an older one."""

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from kriterion.errors import OperatorError


def is_empty() -> bool:
    """Whether the database holds no site: it has no tables of ours."""
    return MigrationRecorder.Migration._meta.db_table not in connection.introspection.table_names()


def migrate() -> None:
    """Have the tables that this version needs.

    Raises OperatorError when another version has changed the database in ways unknown here: its
    tables are not ours, and nobody knows how to get from them to ours.
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
