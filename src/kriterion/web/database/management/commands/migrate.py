"""`kriterion manage migrate`: Django's, which creates the tables of a new database faster."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from kriterion.web.database.new_database import create_tables, is_new

# Options that ask for something other than all tables.
_SPECIAL = ("app_label", "check_unapplied", "fake", "fake_initial", "plan", "prune")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if not any(options[name] for name in _SPECIAL) and is_new(connection):
            create_tables(connection)
        super().handle(*args, **options)
