"""Notify listeners of a submission's changes: those of this process, and those of others.

A notification carries no data; it only makes a listener read the rows at once. Listeners poll the
rows as well.
"""

import threading
from collections.abc import Callable

from kriterion.web.submissions.announcements.announcer import announce_change

Listener = Callable[[int], None]

_listeners: frozenset[Listener] = frozenset()
_lock = threading.Lock()


def notify(submission_id: int) -> None:
    """Notify the listeners of all processes of a change, after the commit."""
    notify_here(submission_id)
    announce_change(submission_id)


def notify_here(submission_id: int) -> None:
    """Notify this process's listeners of a change that another process has announced."""
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
