"""What pages have done meanwhile: by a thread of this process, with a connection of its own.

What it says, and is kept, is in the language of the page that has it done.
"""

import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import close_old_connections
from django.utils import translation


def in_background(name: str, work: Callable[[], None], *, after: float = 0.0) -> None:
    """Begin the work after so many seconds, and return at once.

    The rows say what was not finished when this dies.
    """

    language = translation.get_language() or settings.LANGUAGE_CODE

    def run() -> None:
        time.sleep(after)
        close_old_connections()
        try:
            with translation.override(language):
                work()
        finally:
            close_old_connections()

    threading.Thread(target=run, name=name, daemon=True).start()
