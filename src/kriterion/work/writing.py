"""Writing where many do: one transaction after the other, if the database takes only one anyway."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

_turn = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes.

    SQLite has one writer, and others sleep and look again, for longer each time: with several
    threads some wait for seconds. Those of this process stand in line here instead.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
    else:
        with _turn, transaction.atomic():
            yield
