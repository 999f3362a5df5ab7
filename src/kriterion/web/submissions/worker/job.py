"""A job: one attempt at a submission, from its claim to its end."""

import logging
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Protocol

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.sandbox.stoppable import Stop
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.attempt_conclusion import (
    end_cancelled,
    finish,
    record_failure,
    requeue_attempt,
)
from kriterion.web.submissions.queue.blocked import is_for_operator, note_lack, set_aside
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import Inabilities
from kriterion.web.submissions.queue.leases import regain, renew
from kriterion.web.submissions.queue.missing_parts import needs_of
from kriterion.web.submissions.queue.store_outcome import AWAY, store_with_retries
from kriterion.web.submissions.services.renderings import render_ahead
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion.web.submissions.worker.machine_faults import MachineFaults
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
    """What a job needs of its worker."""

    unable: Inabilities
    machine: MachineFaults

    def publish(self) -> None:
        """Publish the worker's inabilities after a change."""


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
        """`is_try`: it shows whether the worker is still unable to assess this. `is_suspect`: a
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
        self._given_back = False
        self._row = threading.Lock()  # held while the row is given back or regained
        self._began = time.monotonic()  # when it was claimed

    def cancel(self) -> None:
        """End it because somebody cancelled it."""
        self._cancelled = True
        self._stopped.set()

    def abandon(self) -> None:
        """End it because another attempt owns the row."""
        self._abandoned = True
        self._stopped.set()

    def stop(self) -> None:
        """End it because this worker stops; the submission is requeued."""
        self._stopped.set()
        self._ending.set()

    @property
    def is_overdue(self) -> bool:
        """Whether its run should have ended long ago by its own limits."""
        return self._stopped.is_overdue

    def regain(self) -> bool:
        """Claim the row again if it was reaped and no other attempt has begun."""
        with self._row:
            return not (self._given_back or self._abandoned) and regain(self.submission)

    def run(self, assess: Assess) -> None:
        """Assess the submission and store the outcome.

        Storing is retried while the database is away. Raises DatabaseError if it fails for good;
        the lease then brings the submission back.
        """
        if self._is_lacking():
            self._give_back()
            return
        feedback = self._writer.open(self.submission)
        try:
            found = assess(self.submission, watch=feedback.watch, stopped=self._stopped)
            self._writer.forget(feedback)
            self._worker.machine.end_excuses(self.submission.pk)
            seconds = time.monotonic() - self._began
            kept = self._store(lambda: finish(self.submission, found, seconds=seconds))
            if self._worker.unable.note_success(self.submission.activity_id):
                self._worker.publish()
            if kept and not self._stopped.is_set():
                render_ahead(self.submission)
        except Exception as error:
            self._fail(error)
        finally:
            self._writer.forget(feedback)

    def _is_lacking(self) -> bool:
        """Whether it needs something that other jobs found missing here."""
        unable = self._worker.unable
        if self._is_try or not unable.list_partial():
            return False
        activity = self.submission.activity
        try:
            needs = needs_of(activity)
        except Exception:  # the attempt itself reports this error
            return False
        unable.learn(activity.pk, needs)
        return unable.find(needs) is not None

    def _fail(self, error: Exception) -> None:
        """Handle an attempt without a result: the job was cancelled, or something failed."""
        if self._abandoned:
            return
        if self._cancelled:
            self._store(lambda: end_cancelled(self.submission))
        elif self._stopped.is_set():
            self._give_back()
        elif isinstance(error, AWAY):
            self._tell_log(error)
            self._give_back(after=_DATABASE_PAUSE)
        elif self._worker.machine.excuse(self.submission.pk, error):
            self._tell_log(error)
            self._give_back()
        elif is_for_operator(error):
            self._tell_log(error)
            if note_lack(self._worker.unable, self.submission.activity, error):
                self._give_back()
            else:
                with self._row:
                    self._given_back = True
                self._store(lambda: set_aside(self.submission, error))
            self._worker.publish()
        else:
            self._tell_log(error)
            with self._row:
                self._given_back = True
            self._store(lambda: record_failure(self.submission, describe_error(error)))

    def _give_back(self, *, after: timedelta | None = None) -> None:
        with self._row:
            self._given_back = True
        self._store(lambda: requeue_attempt(self.submission, after=after))

    def _store(self, write: Callable[[], bool]) -> bool:
        def renew_this() -> None:
            renew(self.submission.worker, (self.submission,))

        return store_with_retries(write, ending=self._ending, is_well=renew_this)

    def _tell_log(self, error: Exception) -> None:
        is_known = isinstance(error, (KriterionError, *AWAY))
        ours = None if is_known else error  # with its traceback
        given = self.submission
        _log.error("submission %d: attempt %d: %s", given.pk, given.attempt, error, exc_info=ours)
