"""Run work that a page started in a background thread, with a database connection of its own.

Messages that the work stores are in the language of that page.
"""

import threading
from collections.abc import Callable

from django.conf import settings
from django.db import close_old_connections
from django.utils import translation

_threads: set[threading.Thread] = set()
_lock = threading.Lock()
_ending = threading.Event()


def start_in_background(
    name: str, work: Callable[[], None], *, after: float = 0.0
) -> threading.Thread:
    """Start a thread that does the work after a delay in seconds, and return it.

    Rows record what is unfinished if the process dies.
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


def is_background_ending() -> bool:
    """Whether the process is ending. Work in many pieces then leaves the rest for later."""
    return _ending.is_set()


def end_background_work() -> None:
    """Drop work that has not started, and wait for work that has."""
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
