"""Notify listeners in this process of a submission's changes.

Other processes poll the rows. A notification carries no data; it only makes a listener read the
rows at once.
"""

import threading
from collections.abc import Callable

Listener = Callable[[int], None]

_listeners: frozenset[Listener] = frozenset()
_lock = threading.Lock()


def notify(submission_id: int) -> None:
    """Notify listeners of a change, after the commit."""
    for listener in _listeners:
        listener(submission_id)


def subscribe(listener: Listener) -> None:
    """Call `listener`, in any thread, after every change. It must return quickly."""
    global _listeners
    with _lock:
        _listeners |= {listener}


def unsubscribe(listener: Listener) -> None:
    """Stop calling a listener."""
    global _listeners
    with _lock:
        _listeners -= {listener}
