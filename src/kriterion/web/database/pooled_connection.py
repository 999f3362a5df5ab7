"""Return this thread's database connection to the pool before long work without it."""

from django.db import connection


def release_connection() -> None:
    """Return it, unless a transaction is open; SQLite's is kept, because others do not need it."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()
