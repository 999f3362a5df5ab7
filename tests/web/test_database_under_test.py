"""The tests run on the database that was named for them, and on no other."""

import os

from django.db import connection


def test_the_database_is_of_the_requested_kind() -> None:
    named = os.environ.get("KRITERION_TESTS_DATABASE_URL", "sqlite")
    assert connection.vendor == named.partition(":")[0].replace("postgres", "postgresql")
