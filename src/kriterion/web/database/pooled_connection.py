"""Return this thread's database connection to the pool before long work without it.

A process has few connections. Whoever waits for another thread holds none, because that thread may
need one: otherwise all connections could be held by threads that wait for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock

from django.db import connection

# A process has up to three more: two of its own, which listen, wake its worker, or check the site's
# health, and one for a moment to find out whether a silent server answers.
POOLED = 3


def limit_connections() -> None:
    """Limit the pooled connections of this process. Call it while no thread has one.

    For servers and workers, of which there may be many. Commands may have more.
    """
    if connection.vendor == "postgresql":
        connection.limit_connections(POOLED)  # type: ignore[attr-defined]


def take_precedence() -> None:
    """Let this thread precede others that wait for a connection.

    For short work that must not be late: leases expire, and followers wait.
    """
    if connection.vendor == "postgresql":
        connection.is_first = True  # type: ignore[attr-defined]


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
