"""Return this thread's database connection to the pool before long work without it.

A process has few connections. Whoever waits for another thread holds none, because that thread may
need one: otherwise all connections could be held by threads that wait for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

from django.db import connection


def release_connection() -> None:
    """Return the connection unless a transaction is open. SQLite has no pool: do nothing there."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


@contextmanager
def hold_released(lock: "Lock | Condition") -> Iterator[None]:
    """Hold a lock whose holder may use the database; if it is taken, wait without a connection."""
    if not lock.acquire(blocking=False):
        release_connection()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
