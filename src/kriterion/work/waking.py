"""Who is told in this process that something has happened to a submission.

Those in other processes look at the rows, which are the truth here, too: being told only spares
them the wait.
"""

import threading
from collections.abc import Callable

Listener = Callable[[int], None]

_listeners: frozenset[Listener] = frozenset()
_lock = threading.Lock()


def tell(submission_id: int) -> None:
    """Something has happened to a submission, and this is committed."""
    for listener in _listeners:
        listener(submission_id)


def listen(listener: Listener) -> None:
    """Have it called, in any thread, whenever something happens. It must not take long."""
    global _listeners
    with _lock:
        _listeners |= {listener}


def forget(listener: Listener) -> None:
    """Have it called no more."""
    global _listeners
    with _lock:
        _listeners -= {listener}
