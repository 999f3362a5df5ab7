"""Store the outcome of an attempt, retrying while the database cannot be reached."""

import logging
import threading
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, connection

PAUSES_SECONDS = (0.2, 0.5, 1.0, 2.0, 5.0)  # between attempts; the last one repeats
MAX_REFUSALS = 5  # of this write, while the database accepts another one

# Errors of a database that cannot be reached, is full or locked; not of an invalid write.
AWAY = (OperationalError, InterfaceError)


class NotStored(Exception):
    """The database rejects this write, but accepts others."""


_log = logging.getLogger(__name__)


def store_with_retries(
    write: Callable[[], bool], *, ending: threading.Event, is_well: Callable[[], object]
) -> bool:
    """Write, retrying while the database is away; return what `write` returns.

    Once `ending` is set, it is tried once more. `is_well` makes another write, to find out whether
    the database works. Raises NotStored if the database repeatedly accepts that write and rejects
    this one; otherwise the error of `write`.
    """
    refusals = tries = 0
    while True:
        is_last = ending.is_set()
        try:
            return write()
        except AWAY as error:
            connection.close()
            refusals += _may_write_more(is_well)
            if refusals >= MAX_REFUSALS:
                raise NotStored(str(error)) from error
            if is_last:
                raise
            if not tries:
                _log.warning("the end of an attempt cannot be written yet: %s", error)
            ending.wait(PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS) - 1)])
            tries += 1


def _may_write_more(is_well: Callable[[], object]) -> bool:
    try:
        is_well()
    except AWAY:
        connection.close()
        return False
    return True
