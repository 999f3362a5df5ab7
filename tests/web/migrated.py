"""Fixtures: each worker starts with a copy of one migrated database, and migrates none itself."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.contrib.contenttypes.management import create_contenttypes
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import post_migrate
from pytest_django.plugin import DjangoDbBlocker

from tests.places import find_shared_directory, make_once
from tests.stages import SHARED

_NAME = "site.sqlite3"
_LARGE_BYTES = 1 << 20


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Have Django test with a copy, where copying a file copies the database."""
    _leave_out_unused_rows()
    if connection.vendor != "sqlite":
        vars(connection.ops)["sql_flush"] = _list_flush_statements
        return
    stages = os.environ.get(SHARED)
    parent = Path(stages) if stages else find_shared_directory(tmp_path_factory)
    with django_db_blocker.unblock():
        migrated = make_once(parent, "migrated", _migrate)
    copy = tmp_path_factory.mktemp("database") / _NAME
    shutil.copyfile(migrated / _NAME, copy)
    connection.settings_dict["TEST"]["NAME"] = str(copy)


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Whether Django uses the test database that is there; the copy goes with its directory."""
    return connection.vendor == "sqlite"


def _leave_out_unused_rows() -> None:
    """Have no content types and permissions made: the site uses none, and each test with
    transactions of its own would wait for new ones.
    """
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


def _list_flush_statements(
    style: object, tables: Sequence[str], *, reset_sequences: bool, allow_cascade: bool = False
) -> list[str]:
    """Return what empties the tables after a test with transactions of its own.

    PostgreSQL needs half a second to truncate all tables. Nearly all are empty, and deleting a few
    rows is quick. Only large tables are truncated: dead rows in them would change later plans.
    """
    assert not reset_sequences
    if not tables:
        return []
    quote = connection.ops.quote_name
    looks = " UNION ALL ".join(
        f"SELECT '{table}', pg_relation_size('{quote(table)}') > {_LARGE_BYTES}"
        f" WHERE EXISTS (SELECT 1 FROM {quote(table)})"
        for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(looks)
        filled = cursor.fetchall()
    large = [quote(table) for table, is_large in filled if is_large]
    return [
        "SET LOCAL session_replication_role = replica",  # no foreign key is checked
        *(f"DELETE FROM {quote(table)}" for table, is_large in filled if not is_large),
        *([f"TRUNCATE {', '.join(large)} CASCADE"] if large else ()),
    ]


def _migrate(place: Path) -> None:
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(place / _NAME)
    try:
        call_command("migrate", verbosity=0)
    finally:
        connection.close()  # the last to close moves everything from the log into the file
        connection.settings_dict["NAME"] = usual
