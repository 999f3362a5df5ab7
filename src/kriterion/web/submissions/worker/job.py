"""A job: one attempt at a submission, from its claim to its end."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from django.db import DatabaseError

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.sandbox.stoppable import Stop
from kriterion.web.catalog.models import Activity
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.database.schema_version import is_outdated
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.attempt_conclusion import (
    end_cancelled,
    finish,
    record_failure,
    requeue_attempt,
)
from kriterion.web.submissions.queue.blocked import is_for_operator, record_missing_part, set_aside
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.leases import reclaim, renew
from kriterion.web.submissions.queue.missing_parts import find_needs
from kriterion.web.submissions.queue.store_outcome import AWAY, store_with_retries
from kriterion.web.submissions.queue.tool_versions import FindVersions, find_no_versions
from kriterion.web.submissions.services.renderings import render_ahead
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion.web.submissions.worker.machine_faults import MachineFaults
from kriterion.web.telemetry.span_names import Attributes, SpanName
from kriterion.web.telemetry.traces import record_span, trace_step
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.errors import KriterionError

_DATABASE_PAUSE = timedelta(seconds=2)  # after the database was away during an attempt

_log = logging.getLogger(__name__)


class Assess(Protocol):
    """Assesses a submission, as `assess_submission` does."""

    def __call__(
        self, submission: Submission, *, watch: Callable[[Change], None], stopped: threading.Event
    ) -> AssessmentRecord: ...


class JobWorker(Protocol):
    """The parts of a worker that its jobs use."""

    inabilities: Inabilities
    machine: MachineFaults

    def publish(self) -> None:
        """Publish the worker's inabilities after a change."""

    def doubt_image(self, name: str) -> None:
        """Prove an image again before it is used: a run in it failed unexplained."""


class Job:
    """One attempt at a submission."""

    def __init__(
        self,
        submission: Submission,
        writer: LiveWriter,
        worker: JobWorker,
        *,
        is_try: bool = False,
        is_suspect: bool = False,
    ) -> None:
        """`is_try`: the run shows whether the worker can assess the activity again. `is_suspect`: a
        process died while it ran the submission.
        """
        self.submission = submission
        self._writer = writer
        self._worker = worker
        self._is_try = is_try
        self.is_suspect = is_suspect
        self._stopped = Stop()
        self._ending = threading.Event()
        self._cancelled = False
        self._abandoned = False
        self._is_requeued = False
        self._row_lock = threading.Lock()  # so that the row is not requeued and regained at once
        self._began = time.monotonic()  # when it was claimed

    def cancel(self) -> None:
        """Stop the run because the submission was cancelled."""
        self._cancelled = True
        self._stopped.set()

    def abandon(self) -> None:
        """Stop the run because another attempt has begun."""
        self._abandoned = True
        self._stopped.set()

    def stop(self) -> None:
        """Stop the run because this worker stops, and requeue the submission."""
        self._stopped.set()
        self._ending.set()

    @property
    def label(self) -> str:
        """Return its name in lists of submissions."""
        return str(self.submission.pk)

    @property
    def is_overdue(self) -> bool:
        """Whether the run should have ended long ago, according to its own limits."""
        return self._stopped.is_overdue

    def reclaim(self) -> bool:
        """Claim the row again if it was reaped and no other attempt has begun."""
        with self._row_lock:
            return not (self._is_requeued or self._abandoned) and reclaim(self.submission)

    def run(self, assess: Assess, find_versions: FindVersions = find_no_versions) -> None:
        """Assess the submission and store the outcome with the versions that made it.

        Storing is retried while the database cannot be reached. Raises DatabaseError if it fails
        for good; the submission is then requeued when its lease expires.
        """
        if not self._is_try and needs_missing_part(
            self._worker.inabilities, self.submission.activity
        ):
            self._requeue()
            self._worker.publish()  # no worker may be able to assess it
            return
        feedback = self._writer.open(self.submission)
        try:
            versions = find_versions(self.submission)
            release_connection()  # this process has fewer than slots
            record = assess(self.submission, watch=feedback.watch, stopped=self._stopped)
            self._writer.forget(feedback)
            self._worker.machine.clear_excuses(self.submission.pk)
            seconds = time.monotonic() - self._began
            with trace_step(self.submission, SpanName.STORE):
                is_stored = self._store(
                    lambda: finish(self.submission, record, seconds=seconds, versions=versions)
                )
            if self._worker.inabilities.record_success(self.submission.activity_id):
                self._worker.publish()
            if is_stored and not self._stopped.is_set():
                with trace_step(self.submission, SpanName.RENDER):
                    render_ahead(self.submission, self.submission.assessment)
            if is_stored:
                self._trace_end()
        except Exception as error:
            self._fail(error)
        finally:
            self._writer.forget(feedback)

    def _trace_end(self, error: str = "") -> None:
        submission = self.submission
        attributes: Attributes = {
            "kriterion.attempt": submission.attempt,
            "kriterion.image": submission.image,
        }
        record_span(
            submission, SpanName.ROOT, submission.created_at, attributes=attributes, error=error
        )

    def _fail(self, error: Exception) -> None:
        """End an attempt without a result: the job was stopped, or something failed."""
        if self._abandoned:
            return
        if self._cancelled:
            self._store(lambda: end_cancelled(self.submission))
        elif self._stopped.is_set():
            self._requeue()
        elif isinstance(error, AWAY):
            self._log_error(error)
            self._requeue(after=_DATABASE_PAUSE)
        elif isinstance(error, DatabaseError) and is_outdated():
            self._log_error(error)  # a newer version has changed the tables
            self._requeue()
        elif self._worker.machine.excuse(self.submission.pk, error):
            self._log_error(error)
            self._requeue()
        elif is_for_operator(error):
            self._log_error(error)
            if record_missing_part(self._worker.inabilities, self.submission.activity, error):
                self._requeue()
            else:
                with self._row_lock:
                    self._is_requeued = True
                self._store(lambda: set_aside(self.submission, error))
            self._worker.publish()
        else:
            self._log_error(error)
            self._worker.doubt_image(self.submission.image)
            with self._row_lock:
                self._is_requeued = True
            self._store(lambda: record_failure(self.submission, describe_error(error)))

    def _requeue(self, *, after: timedelta | None = None) -> None:
        with self._row_lock:
            self._is_requeued = True
        self._store(lambda: requeue_attempt(self.submission, after=after))

    def _store(self, write: Callable[[], bool]) -> bool:
        def renew_this() -> None:
            renew(self.submission.worker, (self.submission,))

        return store_with_retries(write, ending=self._ending, is_well=renew_this)

    def _log_error(self, error: Exception) -> None:
        is_expected = isinstance(error, (KriterionError, *AWAY))
        unexpected = None if is_expected else error  # logged with its traceback
        submission = self.submission
        _log.error(
            "submission %d: attempt %d: %s",
            submission.pk,
            submission.attempt,
            error,
            exc_info=unexpected,
        )


def needs_missing_part(inabilities: Inabilities, activity: Activity) -> bool:
    """Whether submissions to an activity need a part that other jobs found missing here."""
    if not inabilities.list_partial():
        return False
    try:
        needs = find_needs(activity)
    except Exception:  # the attempt reports this error
        return False
    inabilities.record_needs(activity.pk, needs)
    return inabilities.find_blocking(needs) is not None
