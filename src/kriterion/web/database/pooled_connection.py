"""Return this thread's database connection to the pool before long work without it."""

from django.db import connection


def release_connection() -> None:
    """Return the connection unless a transaction is open. SQLite has no pool: do nothing there."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()
