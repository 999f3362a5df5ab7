"""Serialise write transactions within a process if the database has one writer only."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_turn = threading.Lock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open a transaction that writes.

    SQLite has one writer. Others sleep and poll with growing pauses: with several threads, some
    wait for seconds. The threads of this process queue here instead.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
    else:
        with _turn, transaction.atomic():
            yield
