"""Handle a machine that cannot run anything: claim nothing, keep trying, charge no submission.

A broken sandbox, a full disk, or a lack of descriptors, processes or memory is not the fault of the
submission that was running, and the next submission would fail in the same way.
"""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from django.db import DatabaseError

from kriterion.errors import (
    EngineUnavailable,
    MachineError,
    OperatorError,
    SandboxUnavailable,
    is_shortage,
)
from kriterion.web.database.disk import find_disk_fault
from kriterion.web.submissions.queue.inability import MACHINE, Inabilities
from kriterion_tools.errors import KriterionError

FIRST_PAUSE_SECONDS = 1.0  # before a failed machine is checked; doubled after each check
LONGEST_PAUSE_SECONDS = 10.0
DISK_SECONDS = 2.0  # between checks of the disk while the machine works
# After this many uncounted failures of a submission, further ones count.
MAX_EXCUSES = 8
MAX_REMEMBERED = 1_000  # submissions whose excuses are counted; the oldest are forgotten

_log = logging.getLogger(__name__)


class MachineFaults:
    """Whether this machine can run anything, judging by failed runs and by checks."""

    def __init__(
        self,
        inabilities: Inabilities,
        *,
        probe: Callable[[], None],
        announce: Callable[[], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`probe` raises what prevents every run; `announce` publishes a change."""
        self._inabilities = inabilities
        self._probe = probe
        self._announce = announce
        self._clock = clock
        self._lock = threading.Lock()
        self._pause_seconds = 0.0
        self._due_at = float("-inf")
        self._disk_checked_at = float("-inf")
        self._excused: OrderedDict[int, int] = OrderedDict()  # how often, most recent last

    def excuse(self, submission_id: int, error: Exception) -> bool:
        """Return whether the machine is at fault for a failed attempt, which then does not count.

        In that case, record the fault, so that nothing more is claimed. If the error leaves the
        cause open, the machine is at fault if a check of it fails.
        """
        # Without a container engine, only some exercises cannot run.
        lacks_only_engine = isinstance(error, EngineUnavailable)
        is_sandbox_broken = isinstance(error, SandboxUnavailable) and not lacks_only_engine
        if is_sandbox_broken or is_shortage(error):
            reason = _describe(error)
        elif isinstance(error, MachineError):
            reason = self._find_fault()
        else:
            return False
        if not reason:
            return False
        with self._lock:
            excuses = self._excused.pop(submission_id, 0) + 1
            self._excused[submission_id] = excuses
            if len(self._excused) > MAX_REMEMBERED:
                self._excused.popitem(last=False)
            if excuses > MAX_EXCUSES:
                return False
        self._note(reason)
        return True

    def clear_excuses(self, submission_id: int) -> None:
        """Forget how often the machine's faults excused a submission, now that it was assessed."""
        with self._lock:
            self._pause_seconds = 0.0
            self._excused.pop(submission_id, None)

    def check_if_due(self) -> None:
        """Check a failed machine when that is due; check only the disk of a working one."""
        now = self._clock()
        if not self._inabilities.fault:
            if now - self._disk_checked_at < DISK_SECONDS:
                return
            self._disk_checked_at = now
            fault = find_disk_fault()
            if fault is not None and fault.stops_runs:
                self._note(fault.reason)
        elif now >= self._due_at:
            self.try_out()

    def try_out(self) -> bool:
        """Check the machine now; return whether it can run anything."""
        reason = self._find_fault()
        if reason:
            self._note(reason)
            return False
        if self._inabilities.clear(MACHINE):
            _log.info("submissions can be assessed")
        self._publish()
        return True

    def _find_fault(self) -> str:
        disk = find_disk_fault()
        if disk is not None and disk.stops_runs:
            return disk.reason
        try:
            self._probe()
        except (KriterionError, OSError, RuntimeError, MemoryError) as error:
            return _describe(error)
        return ""

    def _note(self, reason: str) -> None:
        with self._lock:
            if not self._inabilities.fault or self._clock() >= self._due_at:
                doubled = max(2 * self._pause_seconds, FIRST_PAUSE_SECONDS)
                self._pause_seconds = min(doubled, LONGEST_PAUSE_SECONDS)
                self._due_at = self._clock() + self._pause_seconds
        if self._inabilities.record(MACHINE, reason):
            _log.error("nothing can be assessed yet: %s", reason)
            self._publish()

    def _publish(self) -> None:
        try:
            self._announce()
        except DatabaseError:  # the keeper repeats it every few seconds
            _log.warning("the row of this worker could not be updated")


def _describe(error: BaseException) -> str:
    if isinstance(error, OperatorError) and error.fix:
        return f"{error}\n{error.fix}"
    return str(error) or type(error).__name__
