"""The site's workers in a process of their own, which is started again whenever it dies."""

import logging
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from kriterion.web.submissions.queue.notifications import notify_here
from kriterion.web.submissions.worker.hint_channel import (
    STOP_SECONDS,
    Hint,
    HintChannel,
    HintKind,
    open_channel,
)

FIRST_PAUSE_SECONDS = 0.5  # before a process that died is started again; doubled each time
LONGEST_PAUSE_SECONDS = 8.0
STEADY_SECONDS = 60.0  # after which an earlier death no longer counts
_MORE_SECONDS = 5.0  # for a process that does not even end itself

_STDERR = 2
NOT_STARTED = "the workers have not started yet"
OUTDATED = "a newer version of Kriterion has migrated the database: restart the site with that one"

_log = logging.getLogger(__name__)


class WorkerProcess:
    """Starts and supervises the process. Implements LocalWorker for the site's process."""

    # What stops the workers is in their rows.
    fault = ""

    def __init__(
        self,
        make_command: Callable[[int], Sequence[str]],
        *,
        stop_seconds: float = STOP_SECONDS + _MORE_SECONDS,
        outdated_status: int | None = None,
    ) -> None:
        """`make_command` returns the command for a process that inherits its end of the channel as
        that descriptor. It is killed if it needs longer than `stop_seconds` to stop. With
        `outdated_status`, it ends for good: the site is of an older version than the database.
        """
        self._outdated_status = outdated_status
        self._make_command = make_command
        self._stop_seconds = stop_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: HintChannel | None = None
        self._stopping = threading.Event()
        self._reported = threading.Event()
        self._report = NOT_STARTED
        self._thread = threading.Thread(
            target=self._supervise, name="kriterion-worker-process", daemon=True
        )

    def start(self) -> None:
        self._thread.start()

    def wait_for_report(self, seconds: float) -> str:
        """Wait until the workers are ready or have failed; return why they cannot assess, or ""."""
        self._reported.wait(seconds)
        return self._report

    @property
    def pid(self) -> int | None:
        """Return the id of the current process; None while none runs."""
        process = self._process
        return None if process is None else process.pid

    def request_recheck(self) -> None:
        self._send(Hint(HintKind.INSTALLED))

    def stop(self) -> None:
        """Tell the process to end its runs, and wait until it has ended."""
        self._stopping.set()
        if (channel := self._channel) is not None:
            channel.end_sending()
        self._thread.join()

    def _send(self, hint: Hint) -> None:
        if (channel := self._channel) is not None:
            channel.send(hint)

    def _supervise(self) -> None:
        """Run one process after another: the main function of a thread."""
        pause = FIRST_PAUSE_SECONDS
        while not self._stopping.is_set():
            began = time.monotonic()
            status = None
            try:
                status = self._run_one()
            except (OSError, RuntimeError, MemoryError) as error:  # such as no room for a thread
                reason = getattr(error, "strerror", None) or error
                ending = f"the workers' process cannot be started: {reason}"
            else:
                ending = _describe_ending(status)
            if self._stopping.is_set():
                return
            if status is not None and status == self._outdated_status:
                self._note_report(OUTDATED)
                _log.error("%s", OUTDATED)
                return
            if time.monotonic() - began >= STEADY_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            self._note_report(f"{ending}; it is started again")
            _log.error("%s; it is started again in %.1f s", ending, pause)
            self._stopping.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _run_one(self) -> int:
        """Start a process and handle its hints until it ends; return its exit status."""
        channel, theirs = open_channel()
        try:
            with theirs:
                descriptor = theirs.fileno()
                process = subprocess.Popen(
                    self._make_command(descriptor),
                    stdin=subprocess.DEVNULL,
                    stdout=_STDERR,  # ours is for the greeting
                    pass_fds=(descriptor,),
                )
            self._process, self._channel = process, channel
            if self._stopping.is_set():  # `stop` may have looked for the channel before
                channel.end_sending()
            threading.Thread(target=self._kill_late_process, args=(process,), daemon=True).start()
            while (hint := channel.receive()) is not None:
                self._handle(hint)
            return process.wait()
        finally:
            self._process = self._channel = None
            channel.close()

    def _kill_late_process(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill the process if it does not end in time when asked: the main function of a thread."""
        while not self._stopping.wait(1.0):
            if process.poll() is not None:
                return
        try:
            process.wait(self._stop_seconds)
        except subprocess.TimeoutExpired:
            _log.error("the workers' process does not end, and is killed")
            process.kill()

    def _handle(self, hint: Hint) -> None:
        match hint.kind:
            case HintKind.CHANGED:
                notify_here(hint.submission)
            case HintKind.READY:
                self._note_report(hint.text)
            case _:
                _log.warning("the workers' process sent an unexpected hint: %s", hint.kind)

    def _note_report(self, report: str) -> None:
        self._report = report
        self._reported.set()


def _describe_ending(status: int) -> str:
    if status < 0:
        return f"the workers' process was killed by signal {-status}"
    return f"the workers' process ended with status {status}"
