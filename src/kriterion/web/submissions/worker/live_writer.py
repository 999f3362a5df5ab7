"""Write live feedback of this process's judges to the database, in batches, in one thread.

The first changes of an attempt are written after FIRST_SECONDS, later ones every INTERVAL_SECONDS
or BATCH at a time. The judge's output is read meanwhile.
"""

import logging
import threading
import time
from collections.abc import Collection

from django.db import connection

from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import release_connection, take_precedence
from kriterion.web.database.statement import (
    Statement,
    compile_insert,
    compile_once,
    make_parameter,
    write_update,
)
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.submissions.models import FeedbackBatch, Submission
from kriterion.web.submissions.queue.claimed_rows import select_running_attempt
from kriterion.web.submissions.queue.notifications import notify
from kriterion_tools.contracts.dodona_judge.batches import encode_change, pack
from kriterion_tools.contracts.dodona_judge.live_changes import Change

# A judge begins with commands that show nothing yet: its first words come within the first batch.
FIRST_SECONDS = 0.01
INTERVAL_SECONDS = 0.1
BATCH = 64  # changes; this many are written without waiting for more
MAXIMUM_BYTES = 2 * 1024 * 1024  # per attempt; the assessment has the rest

_log = logging.getLogger(__name__)


class LiveChanges:
    """The changes of one attempt on their way to the database."""

    def __init__(self, submission: Submission, writer: "LiveWriter") -> None:
        self._submission = submission
        self._writer = writer
        self._pending: list[bytes] = []
        self._lock = threading.Lock()
        self._bytes = 0
        self._written = 0
        self._written_at = float("-inf")
        self._closed = False

    def watch(self, change: Change) -> None:
        """Add a change, to be written soon."""
        if self._closed:
            return
        try:
            encoded = encode_change(change)
        except Exception:  # the judge continues even if this fails
            _log.exception("a change of live feedback could not be encoded")
            self.close()
            return
        with self._lock:
            self._bytes += len(encoded)
            if self._bytes > MAXIMUM_BYTES:
                self._closed = True
                return
            self._pending.append(encoded)
            if self._written_at == float("-inf"):
                self._written_at = time.monotonic() + FIRST_SECONDS - INTERVAL_SECONDS
            wakes_writer = len(self._pending) in (1, BATCH)
        if wakes_writer:
            self._writer.wake()

    @property
    def due_at(self) -> float:
        """When pending changes are to be written, on the monotonic clock."""
        with self._lock:
            if not self._pending:
                return float("inf")
            is_full = len(self._pending) >= BATCH
            return float("-inf") if is_full else self._written_at + INTERVAL_SECONDS

    def write(self) -> None:
        """Write the pending changes as one batch."""
        with self._lock:
            batch, self._pending = self._pending, []
        if not batch:
            return
        first, last = self._written + 1, self._written + len(batch)
        document = pack(batch)
        attempt = {"submission": self._submission.pk, "attempt": self._submission.attempt}
        with write_transaction():
            if not _compile_count().execute(changes=last, **attempt):
                self._closed = True
                return
            _compile_batch().execute(first=first, last=last, document=document, **attempt)
        self._written, self._written_at = last, time.monotonic()
        notify(self._submission.pk)

    def close(self) -> None:
        """Discard pending changes and write no more: the judge has ended."""
        self._closed = True
        with self._lock:
            self._pending = []


@compile_once
def _compile_count() -> Statement:
    """Compile the statement that sets the number of changes of a running attempt."""
    rows = select_running_attempt(
        make_parameter(Submission, "id", "submission"), make_parameter(Submission, "attempt")
    )
    return Statement(*write_update(rows, {"changes": make_parameter(Submission, "changes")}))


@compile_once
def _compile_batch() -> Statement:
    names = ("submission", "attempt", "first", "last", "document")
    return compile_insert(FeedbackBatch, names)


class LiveWriter:
    """The thread that writes due changes."""

    def __init__(self) -> None:
        self._open: frozenset[LiveChanges] = frozenset()
        self._lock = threading.Lock()
        self._woken = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(
            target=self._write_until_stopped, name="kriterion-live", daemon=True
        )
        self._thread.start()

    def open(self, submission: Submission) -> LiveChanges:
        """Return the changes of an attempt; pass them to `forget` when it ends."""
        feedback = LiveChanges(submission, self)
        with self._lock:
            self._open |= {feedback}
        return feedback

    def forget(self, feedback: LiveChanges) -> None:
        """Stop writing an attempt's feedback."""
        feedback.close()
        with self._lock:
            self._open -= {feedback}

    def wake(self) -> None:
        """Make the thread check for due changes."""
        self._woken.set()

    def stop(self) -> None:
        self._stopped = True
        self._woken.set()
        self._thread.join()

    def _write_until_stopped(self) -> None:
        take_precedence()  # followers wait
        try:
            while not self._stopped:
                attempts = self._open
                due_at = min((feedback.due_at for feedback in attempts), default=float("inf"))
                wait = due_at - time.monotonic()
                if wait > 0:
                    self._woken.wait(None if wait == float("inf") else wait)
                    self._woken.clear()
                else:
                    self._write(attempts)
                    release_connection()
        finally:
            connection.close()

    def _write(self, attempts: Collection[LiveChanges]) -> None:
        for feedback in attempts:
            if feedback.due_at <= time.monotonic():
                try:
                    feedback.write()
                except Exception as error:  # followers see the feedback when it is complete
                    log_failure(_log, "live feedback could not be written", error)
                    self.forget(feedback)
                    connection.close()
