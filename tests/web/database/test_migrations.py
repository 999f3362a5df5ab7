"""The tables are what the models say."""

import io

import pytest
from django.core.management import call_command
from django.db import connection

from kriterion.web.submissions.models import Submission

pytestmark = pytest.mark.django_db


def test_migrations_match_the_models() -> None:
    call_command("makemigrations", check=True, dry_run=True, stdout=io.StringIO())


def test_the_files_of_a_submission_are_the_last_column() -> None:
    """SQLite walks through a row's text to get at what comes after it."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps long texts elsewhere")
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, Submission._meta.db_table)
    assert [column.name for column in columns][-1] == "files"
