"""A job: one attempt at a submission, from the moment it was taken to its end."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from django.db import DatabaseError

from kriterion.assessment.record import Assessment as Record
from kriterion.contracts.dodona_judge.progress import Change
from kriterion.errors import JudgeNotInstalled, KriterionError, OperatorError
from kriterion.store.models import Submission
from kriterion.work.blocked import block, is_for_operator
from kriterion.work.conclusion import end_cancelled, fail, finish, put_back
from kriterion.work.live_writer import LiveWriter
from kriterion.work.machine_faults import MachineFaults

_log = logging.getLogger(__name__)


class Assess(Protocol):
    """How a submission is assessed: as `assess_submission` does."""

    def __call__(
        self, submission: Submission, *, watch: Callable[[Change], None], stopped: threading.Event
    ) -> Record: ...


class Job:
    """One attempt at a submission."""

    def __init__(self, submission: Submission, writer: LiveWriter, machine: MachineFaults) -> None:
        """`machine` knows what failure is its own."""
        self._submission = submission
        self._writer = writer
        self._machine = machine
        self._stopped = threading.Event()
        self._cancelled = False
        self._began = time.monotonic()  # when it was taken

    @property
    def attempt(self) -> int:
        return self._submission.attempt

    def cancel(self) -> None:
        """End it, because somebody does not want it any more."""
        self._cancelled = True
        self._stopped.set()

    def stop(self) -> None:
        """End it, because this worker ends; it waits again then."""
        self._stopped.set()

    def run(self, assess: Assess) -> None:
        """Assess the submission and write down how that ended.

        Raises DatabaseError when that cannot be written; the lease brings the submission back.
        """
        feedback = self._writer.open(self._submission)
        try:
            found = assess(self._submission, watch=feedback.watch, stopped=self._stopped)
            self._writer.forget(feedback)
            self._machine.end_excuses(self._submission.pk)
            finish(self._submission, found, seconds=time.monotonic() - self._began)
        except DatabaseError:
            raise
        except Exception as error:
            self._fail(error)
        finally:
            self._writer.forget(feedback)

    def _fail(self, error: Exception) -> None:
        """There is nothing found: because somebody wanted that, or because the machine failed."""
        if self._cancelled:
            end_cancelled(self._submission)
        elif self._stopped.is_set():
            put_back(self._submission)
        elif self._machine.excuse(self._submission.pk, error):
            _tell_log(self._submission, error)
            put_back(self._submission)
        elif is_for_operator(error):
            _tell_log(self._submission, error)
            block(self._submission, error, _told(error))
        else:
            _tell_log(self._submission, error)
            fail(self._submission, _told(error))


def _tell_log(submission: Submission, error: Exception) -> None:
    ours = None if isinstance(error, KriterionError) else error  # with the traceback
    _log.error(
        "submission %d: attempt %d: %s", submission.pk, submission.attempt, error, exc_info=ours
    )


def _told(error: Exception) -> str:
    """What administrators are told."""
    if isinstance(error, JudgeNotInstalled):
        return f"{error}\n{_remedy(error.name)}"
    if isinstance(error, OperatorError) and error.fix:
        return f"{error}\n{error.fix}"
    if isinstance(error, KriterionError):
        return str(error)
    return f"Kriterion itself failed: {type(error).__name__}: {error}"


def _remedy(judge: str) -> str:
    """How a judge is installed on a site; empty is the one of exercises that name none."""
    if not judge:
        return (
            "give its repository a judge for exercises that name none, under Administration\n"
            "or name one in the exercise (evaluation.handler)"
        )
    return (
        f"add it under Administration, Tools, with the name {judge}\n"
        f"or add [judges.{judge}] with its directory to kriterion.toml, and start the site anew"
    )
