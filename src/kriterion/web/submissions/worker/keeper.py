"""The periodic duties of a worker besides claiming submissions."""

import time
from collections.abc import Callable, Collection

from kriterion.web.submissions.models import Submission, SubmissionState
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.leases import Reaper, renew
from kriterion.web.submissions.queue.order import course_shares
from kriterion.web.submissions.worker.job import Job

CORRECT_SECONDS = 5.0  # between corrections of the courses' shares


class Keeper:
    """Renews a worker's leases, reaps expired ones of others, and stops jobs that lost their rows.

    After a gap, in which the database could not be reached or this process was suspended, it first
    regains what was reaped from it and renews its leases, and reaps later.
    """

    def __init__(
        self,
        name: str,
        jobs: Callable[[], Collection[Job]],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._jobs = jobs
        self._monotonic = monotonic
        self._reaper = Reaper(monotonic)
        self._looked_at = self._reaped_at = monotonic()
        self._renewed_at = self._corrected_at = float("-inf")
        self._had_gap = False

    def do_duties(self) -> bool:
        """Do the duties that are due; return whether leases were renewed. Raises DatabaseError."""
        began = self._monotonic()
        self._had_gap = self._had_gap or self._is_gap(began - self._looked_at)
        if self._had_gap:
            self._reaper.note_gap()
        is_renewal = self._had_gap or began - self._renewed_at >= leases.RENEW_SECONDS
        jobs = self._jobs()
        # Reset at the end: if this call fails, the next one is the first after a gap.
        had_gap, self._had_gap = self._had_gap, True
        if is_renewal:
            if had_gap:
                for job in jobs:
                    job.reclaim()
                leases.clear_silences(self._name)
            renew(self._name, [job.submission for job in jobs])
            self._renewed_at = began
        if began - self._corrected_at >= CORRECT_SECONDS:
            self._corrected_at = began
            course_shares.reactivate()
        self._stop_lost()
        if began - self._reaped_at >= self._reaper.pause_seconds:
            self._reaped_at = began
            self._reaper.reap()
        self._looked_at = self._monotonic()
        self._had_gap = self._is_gap(self._looked_at - began)  # it waited, as for a lock
        return is_renewal

    def _is_gap(self, seconds: float) -> bool:
        return seconds > leases.LEASE.total_seconds() / 3

    def reap_dead(self) -> int:
        """Requeue the submissions of dead processes of this machine."""
        return self._reaper.reap()

    def _stop_lost(self) -> None:
        """Stop each job whose row another attempt owns, or whose cancellation was requested."""
        jobs = self._jobs()
        if not jobs:
            return
        rows = Submission.objects.filter(pk__in={job.submission.pk for job in jobs})
        states = {
            row[0]: row[1:] for row in rows.values_list("pk", "state", "attempt", "cancel_asked")
        }
        for job in jobs:
            state, attempt, is_cancelled = states.get(job.submission.pk, ("", 0, False))
            if state != SubmissionState.RUNNING or attempt != job.submission.attempt:
                job.abandon()
            elif is_cancelled:
                job.cancel()
