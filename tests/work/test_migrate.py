"""Databases of other versions are left alone."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from kriterion.errors import OperatorError
from kriterion.work.migrate import migrate

pytestmark = pytest.mark.django_db


def test_a_database_that_is_up_to_date_stays_as_it_is() -> None:
    migrate()


def test_a_database_of_another_version_is_refused() -> None:
    MigrationRecorder(connection).record_applied("store", "0099_of_tomorrow")
    with pytest.raises(OperatorError, match=r"another version of Kriterion.*0099_of_tomorrow"):
        migrate()


def test_tables_of_other_programs_are_nobodys_business() -> None:
    MigrationRecorder(connection).record_applied("another_program", "0001_initial")
    migrate()
