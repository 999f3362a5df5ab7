"""Log an outage in a few lines: its start, its progress, its end.

While the database is away or the disk is full, every request and every poll of a worker fails,
about four times a second. A line for each would hide everything else.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from django.db import InterfaceError, OperationalError

QUIET_SECONDS = 10.0  # without a failure, after which the outage is over
REPEAT_SECONDS = 60.0  # between lines during an outage

_log = logging.getLogger(__name__)


class OutageLog:
    """Counts failures of one cause; tracebacks are logged at debug level only."""

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._clock = clock
        self._quiet_seconds = quiet_seconds
        self._lock = threading.Lock()
        self._failed: Counter[str] = (
            Counter()
        )  # failures by what failed, since the start of the outage
        self._began_at = self._failed_at = self._logged_at = 0.0
        self._watcher: threading.Thread | None = None

    def note(self, what: str, error: BaseException) -> None:
        """Record that `what` failed because of an outage."""
        _log.debug("%s: %s", what, error, exc_info=error)
        now = self._clock()
        with self._lock:
            is_first = not self._failed
            if is_first:
                self._began_at = now
            self._failed[what] += 1
            self._failed_at = now
            is_due = is_first or now - self._logged_at >= REPEAT_SECONDS
            if is_due:
                self._logged_at = now
            counts = self._describe_counts()
            if self._watcher is None:
                self._start_watcher()
        if is_first:
            _log.error("outage: %s: %s", what, _join_lines(error))
        elif is_due:
            _log.error("outage: goes on; failed until now: %s; %s", counts, _join_lines(error))

    def _start_watcher(self) -> None:
        """Start the thread; if the system has no room for one, the next failure tries again."""
        watcher = threading.Thread(target=self._watch, name="kriterion-outage-log", daemon=True)
        with suppress(RuntimeError):
            watcher.start()
            self._watcher = watcher

    def end_if_quiet(self) -> bool:
        """Log the end of the outage if nothing failed for a while; return whether it is over."""
        with self._lock:
            if not self._failed:
                return True
            if self._clock() - self._failed_at < self._quiet_seconds:
                return False
            counts, seconds = self._describe_counts(), self._failed_at - self._began_at
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

    def _describe_counts(self) -> str:
        return ", ".join(f"{what} {count}\u00d7" for what, count in self._failed.most_common())


def _join_lines(error: BaseException) -> str:
    return " ".join(str(error).split())


_outages = OutageLog()


def note_outage(what: str, error: BaseException) -> None:
    """Record that a request failed because of an outage."""
    _outages.note(what, error)


def log_failure(log: logging.Logger, what: str, error: Exception) -> None:
    """Log an error in a thread that continues, with a traceback unless it is an outage."""
    if isinstance(error, OperationalError | InterfaceError):
        note_outage(what, error)
    else:
        log.error("%s", what, exc_info=error)
