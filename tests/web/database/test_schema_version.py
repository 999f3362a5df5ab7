"""The database is compared with the migrations of the code."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kriterion.web.database.models import SchemaStamp
from kriterion.web.database.schema_version import (
    SchemaVersion,
    count_missing_migrations,
    describe_newer_schema,
    has_newer_schema,
    read_schema_version,
)

pytestmark = pytest.mark.django_db

NEWEST = ("submissions", "0099_of_tomorrow")


def test_a_migrated_database_is_current() -> None:
    assert read_schema_version() is SchemaVersion.CURRENT
    assert count_missing_migrations() == 0


def test_a_database_that_lacks_a_migration_is_older() -> None:
    MigrationRecorder(connection).record_unapplied("statistics_of_nobody", "0001_initial")
    assert read_schema_version() is SchemaVersion.CURRENT
    recorder = MigrationRecorder(connection)
    name = max(name for app, name in recorder.applied_migrations() if app == "submissions")
    recorder.record_unapplied("submissions", name)
    assert read_schema_version() is SchemaVersion.OLDER
    assert count_missing_migrations() == 1


def test_a_database_with_an_unknown_migration_is_newer_even_before_it_is_stamped() -> None:
    MigrationRecorder(connection).record_applied(*NEWEST)
    assert has_newer_schema()
    assert read_schema_version() is SchemaVersion.NEWER
    SchemaStamp.objects.update(version="9.9")
    assert "Kriterion (9.9) has migrated the database" in describe_newer_schema()


def test_a_migration_of_another_program_does_not_count() -> None:
    MigrationRecorder(connection).record_applied("another_program", "0001_initial")
    assert read_schema_version() is SchemaVersion.CURRENT


def test_an_empty_database_is_older(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MigrationRecorder, "has_table", lambda _: False)
    assert read_schema_version() is SchemaVersion.OLDER
