"""The schema stamp: which version migrated the database last."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

from kriterion import __version__
from kriterion.web.database.models import SchemaStamp

_ONLY_KEY = 1  # the key of the only row


@cache
def list_our_apps() -> frozenset[str]:
    """Return the labels of this project's apps, whose migrations are only ever added to."""
    return frozenset(
        app_config.label
        for app_config in apps.get_app_configs()
        if app_config.name.startswith("kriterion.web.")
    )


def count_ours(migrations: Iterable[tuple[str, str]]) -> int:
    """Count the migrations of this project's apps."""
    ours = list_our_apps()
    return sum(app in ours for app, _ in migrations)


def write_stamp(using: str, **_: Any) -> None:
    """Stamp a database that was migrated."""
    connection = connections[using]
    if SchemaStamp._meta.db_table not in connection.introspection.table_names():
        return  # its migration was undone
    SchemaStamp.objects.using(using).update_or_create(
        pk=_ONLY_KEY,
        defaults={
            "version": __version__,
            "migrations": count_ours(MigrationRecorder(connection).applied_migrations()),
        },
    )
