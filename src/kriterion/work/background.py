"""What pages have done meanwhile: by a thread of this process, with a connection of its own."""

import threading
from collections.abc import Callable

from django.db import close_old_connections


def in_background(name: str, work: Callable[[], None]) -> None:
    """Begin the work now, and return at once. The rows say what was not finished when this dies."""

    def run() -> None:
        close_old_connections()
        try:
            work()
        finally:
            close_old_connections()

    threading.Thread(target=run, name=name, daemon=True).start()
