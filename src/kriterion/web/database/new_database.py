"""Create the tables of a new database from the models.

All migrations one by one take ten times as long: Django builds the models anew for every step.
"""

from collections.abc import Collection

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

WAKE_UPS = "procrastinate"  # the label of its app, which is installed on PostgreSQL
# Migrated first: the migrations of permissions choose a type that their models do not.
_FIRST = ("contenttypes", "auth")


def is_new(connection: BaseDatabaseWrapper) -> bool:
    """Whether the database has no tables, except those with which `create_tables` begins."""
    first = {model._meta.db_table for model in _list_models(_FIRST)}
    tables = set(connection.introspection.table_names())
    return tables <= {*first, MigrationRecorder.Migration._meta.db_table}


def create_tables(connection: BaseDatabaseWrapper) -> None:
    """Create the tables of all apps and record their migrations as applied, in one transaction.

    The app of the wake-ups is left to its migrations, which create functions and triggers, too.
    """
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("auth"))
    recorder = MigrationRecorder(connection)
    labels = {app.label for app in apps.get_app_configs()} - {*_FIRST, WAKE_UPS}
    with connection.schema_editor() as editor:
        for model in _list_models(labels):
            # The table of an automatic relation is created with its owner's.
            if not model._meta.auto_created and model._meta.can_migrate(connection):
                editor.create_model(model)
        for app, name in executor.loader.disk_migrations:
            if app in labels:
                recorder.record_applied(app, name)


def _list_models(labels: Collection[str]) -> list[type[Model]]:
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.app_label in labels]
