"""A new database gets the tables that all migrations together make."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from pytest_django.plugin import DjangoDbBlocker

from kriterion.web.database.models import SchemaStamp
from kriterion.web.database.new_database import WAKE_UPS, create_tables, is_new


@contextmanager
def empty_database(directory: Path) -> Iterator[BaseDatabaseWrapper]:
    """A second, empty database of the kind under test."""
    name = f"empty_{secrets.token_hex(6)}"
    is_file = connection.vendor == "sqlite"
    settings = {**connection.settings_dict, "NAME": str(directory / name) if is_file else name}
    settings["OPTIONS"] = {
        key: value for key, value in settings["OPTIONS"].items() if key != "pool"
    }
    if not is_file:
        _execute(f"CREATE DATABASE {name}")
    connections.databases[name] = settings
    try:
        yield connections[name]
    finally:
        connections[name].close()
        del connections[name], connections.databases[name]
        if not is_file:
            _execute(f"DROP DATABASE {name}")


@contextmanager
def as_default(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Have migrations that change rows use that database."""
    usual = connections["default"]
    connections["default"] = database
    try:
        yield
    finally:
        connections["default"] = usual


def _execute(statement: str) -> None:
    """Execute a statement that no transaction may contain."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def describe_tables(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """Return the columns, indexes and constraints of each table, but not the order of columns."""
    if database.vendor == "sqlite":
        return _describe_sqlite(database)
    introspection = database.introspection
    with database.cursor() as cursor:
        return {
            table: (
                {
                    column.name: (column.type_code, column.null_ok, column.default)
                    for column in introspection.get_table_description(cursor, table)
                },
                introspection.get_constraints(cursor, table),
            )
            for table in introspection.table_names(cursor)
        }


def _describe_sqlite(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """Compare the text: what Django reads from it depends on the order of columns."""
    with database.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {name: sorted(split_definitions(text)) for name, text in cursor.fetchall()}


def split_definitions(statement: str) -> Iterator[str]:
    """Yield the parts of a CREATE statement that commas separate, outside parentheses."""
    head, _, body = statement.partition("(")
    yield head
    depth, part = 0, ""
    for character in body.rstrip().removesuffix(")"):
        depth += (character == "(") - (character == ")")
        if character == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += character
    yield part.strip()


@pytest.fixture
def unblocked(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Access to any database, without a transaction that is rolled back."""
    with django_db_blocker.unblock():
        yield


@pytest.mark.long(reason="applies all migrations one by one")
@pytest.mark.usefixtures("unblocked")
def test_a_new_database_has_the_tables_of_all_migrations(tmp_path: Path) -> None:
    with empty_database(tmp_path) as quick, empty_database(tmp_path) as slow:
        create_tables(quick)
        with as_default(slow):
            executor = MigrationExecutor(slow)
            leaves = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] != WAKE_UPS]
            executor.migrate(leaves)
        expected = describe_tables(slow)
        assert describe_tables(quick) == expected
        assert "submissions_submission" in expected
        applied = [set(MigrationRecorder(each).applied_migrations()) for each in (quick, slow)]
        assert applied[0] == applied[1]


@pytest.mark.usefixtures("unblocked")
def test_an_interruption_leaves_the_database_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with empty_database(tmp_path) as database:
        with monkeypatch.context() as patched:
            patched.setattr(MigrationRecorder, "record_applied", _record_until_ours)
            with pytest.raises(InterruptedError):
                create_tables(database)
        assert is_new(database)
        create_tables(database)
        assert not is_new(database)


def _record_until_ours(recorder: MigrationRecorder, app: str, name: str) -> None:
    if app == "submissions":
        raise InterruptedError
    recorder.migration_qs.create(app=app, name=name)


@pytest.mark.django_db
def test_a_migrated_database_is_not_new() -> None:
    assert not is_new(connection)
    assert SchemaStamp.objects.exists()


@pytest.mark.django_db
def test_migrate_leaves_a_migrated_database_alone() -> None:
    before = describe_tables(connection)
    call_command("migrate", verbosity=0)
    assert describe_tables(connection) == before
