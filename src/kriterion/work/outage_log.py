"""What the log says of an outage: that it began, how it goes on, and that it is over.

While the database is away or the disk is full, every request and every look of a worker fails, some
of them four times a second. One line for each would hide what else happens.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from django.db import InterfaceError, OperationalError

QUIET_SECONDS = 10.0  # without a failure, after which the outage is over
REPEAT_SECONDS = 60.0  # between lines of one that goes on

_log = logging.getLogger(__name__)


class OutageLog:
    """Counts what fails of the same cause; a traceback is for debugging only."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._clock = clock
        self._quiet_seconds = quiet_seconds
        self._lock = threading.Lock()
        self._failed: Counter[str] = Counter()  # what failed how often since the outage began
        self._began_at = self._failed_at = self._told_at = 0.0
        self._watcher: threading.Thread | None = None

    def note(self, what: str, error: BaseException) -> None:
        """`what` failed, because of an outage."""
        _log.debug("%s: %s", what, error, exc_info=error)
        now = self._clock()
        with self._lock:
            is_first = not self._failed
            if is_first:
                self._began_at = now
            self._failed[what] += 1
            self._failed_at = now
            is_told = is_first or now - self._told_at >= REPEAT_SECONDS
            if is_told:
                self._told_at = now
            counts = self._counts()
            if self._watcher is None:
                self._start_watcher()
        if is_first:
            _log.error("outage: %s: %s", what, _one_line(error))
        elif is_told:
            _log.error("outage: goes on; failed until now: %s; %s", counts, _one_line(error))

    def _start_watcher(self) -> None:
        """Start the thread; without room for one, the next failure tries again."""
        watcher = threading.Thread(target=self._watch, name="kriterion-outage-log", daemon=True)
        with suppress(RuntimeError):
            watcher.start()
            self._watcher = watcher

    def end_if_quiet(self) -> bool:
        """Tell that the outage is over when nothing has failed for a while; whether it is."""
        with self._lock:
            if not self._failed:
                return True
            if self._clock() - self._failed_at < self._quiet_seconds:
                return False
            counts, seconds = self._counts(), self._failed_at - self._began_at
            self._failed.clear()
        _log.warning("outage: over after %.0f s; failed meanwhile: %s", seconds, counts)
        return True

    def _watch(self) -> None:
        while True:
            time.sleep(self._quiet_seconds / 5)
            if self.end_if_quiet():
                with self._lock:
                    if not self._failed:
                        self._watcher = None
                        return

    def _counts(self) -> str:
        return ", ".join(f"{what} {count}\u00d7" for what, count in self._failed.most_common())


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


_outages = OutageLog()


def note_outage(what: str, error: BaseException) -> None:
    """A request failed because of an outage."""
    _outages.note(what, error)


def log_failure(log: logging.Logger, what: str, error: Exception) -> None:
    """What the log of a thread that goes on says of an error: a traceback, if it is no outage."""
    if isinstance(error, OperationalError | InterfaceError):
        note_outage(what, error)
    else:
        log.error("%s", what, exc_info=error)
