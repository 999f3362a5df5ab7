"""Return this thread's database connection to the pool before long work without it.

A process has few connections. Whoever waits for another thread holds none, because that thread may
need one: otherwise all connections could be held by threads that wait for it.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from django.db import connection


def release_connection() -> None:
    """Return the connection unless a transaction is open. SQLite has no pool: do nothing there."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


@contextmanager
def wait_released(turn: AbstractContextManager[object]) -> Iterator[None]:
    """Wait without a connection for a lock whose holder may use the database; then hold it."""
    release_connection()
    with turn:
        yield
