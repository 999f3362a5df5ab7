"""What pages have done meanwhile: by a thread of this process, with a connection of its own.

What it says, and is kept, is in the language of the page that has it done.
"""

import threading
from collections.abc import Callable

from django.conf import settings
from django.db import close_old_connections
from django.utils import translation

_threads: set[threading.Thread] = set()
_lock = threading.Lock()
_ending = threading.Event()


def in_background(name: str, work: Callable[[], None], *, after: float = 0.0) -> threading.Thread:
    """Begin the work after so many seconds, and return at once the thread that does it.

    The rows say what was not finished when this dies.
    """

    language = translation.get_language() or settings.LANGUAGE_CODE

    def run() -> None:
        try:
            if _ending.wait(after):
                return
            close_old_connections()
            try:
                with translation.override(language):
                    work()
            finally:
                close_old_connections()
        finally:
            with _lock:
                _threads.discard(thread)

    thread = threading.Thread(target=run, name=name, daemon=True)
    with _lock:
        _threads.add(thread)
    thread.start()
    return thread


def end_background_work() -> None:
    """Forget the work that has not begun, and return when all that has is over."""
    _ending.set()
    try:
        while True:
            with _lock:
                threads = tuple(_threads)
            if not threads:
                return
            for thread in threads:
                thread.join()
    finally:
        _ending.clear()
