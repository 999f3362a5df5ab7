"""The engine in this process: threads that claim submissions, and one for periodic duties."""

import logging
import threading
import time
from collections.abc import Callable, Collection

from django.db import DatabaseError, connection

from kriterion.web.database.outage_log import log_failure
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.blocked import block, recheck, release
from kriterion.web.submissions.queue.claim import claim_next, has_claimable, is_suspect
from kriterion.web.submissions.queue.inability import MACHINE, Inabilities
from kriterion.web.submissions.queue.tool_versions import FindVersions, find_no_versions
from kriterion.web.submissions.queue.worker_name import name_this_worker
from kriterion.web.submissions.queue.workers import (
    announce,
    is_retry_asked,
    leave,
    remove_gone_workers,
)
from kriterion.web.submissions.worker.background_share import Share
from kriterion.web.submissions.worker.background_work import BackgroundSlots, BackgroundTask
from kriterion.web.submissions.worker.job import Assess, Job
from kriterion.web.submissions.worker.keeper import Keeper
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion.web.submissions.worker.machine_faults import MachineFaults

LOOK_SECONDS = 0.25  # between polls for submissions and cancellations of other processes
RECHECK_SECONDS = 20.0  # between checks of what could not be assessed here
RELEASE_SECONDS = 5.0  # between checks of what others could not assess
_LAST_SECONDS = 2.0  # to wait at the end for a running check of the machine
_PAUSE_SECONDS = 1.0  # after an error of the database

_log = logging.getLogger(__name__)


class LocalEngine:
    """Claims up to `concurrency` submissions at once. Implements Engine.

    It claims nothing until `prepare` succeeds, nor after a run has shown that this machine cannot
    run anything. Meanwhile it retries `prepare`, and the row of its worker holds the reason.
    """

    def __init__(
        self,
        concurrency: int,
        *,
        assess: Assess,
        prepare: Callable[[], None] = lambda: None,
        find_versions: FindVersions = find_no_versions,
        name: str = "",
    ) -> None:
        self.name = name or name_this_worker()
        self._concurrency = concurrency
        self._assess = assess
        self._find_versions = find_versions
        self.unable = Inabilities()
        self.unable.note(MACHINE, "the machine has not been checked yet")
        self.machine = MachineFaults(self.unable, probe=prepare, announce=self._announce)
        self._share = Share(concurrency)
        self._background = BackgroundSlots(self.name, self._share)
        self._jobs: dict[tuple[int, int], Job] = {}  # by submission and attempt
        self._keeper = Keeper(self.name, lambda: tuple(self._jobs.values()))
        self._logged_overdue: list[Job | BackgroundTask] = []
        self._claim_lock = threading.Lock()
        self._news = threading.Condition()
        self._notifications = 0  # so far
        self._stopping = threading.Event()
        self._writer = LiveWriter()
        self._threads = [
            threading.Thread(
                target=self._work_until_stopped, name=f"kriterion-worker-{number}", daemon=True
            )
            for number in range(concurrency)
        ]
        self._threads.append(
            threading.Thread(target=self._do_duties, name="kriterion-keeper", daemon=True)
        )
        self._watcher = threading.Thread(
            target=self._watch_machine, name="kriterion-machine", daemon=True
        )
        self._recheck_now = threading.Event()
        self._release_now = threading.Event()
        self._release_at = self._recheck_at = float("-inf")

    def start(self) -> None:
        """Start to claim submissions, after requeueing those of dead workers."""
        remove_gone_workers()
        self._keeper.reap_dead()
        self._try_machine()
        for thread in (*self._threads, self._watcher):
            thread.start()

    @property
    def fault(self) -> str:
        """Why nothing can be assessed here; empty if it can."""
        return self.unable.fault

    def submit(self, submission_id: int) -> None:
        """Wake the threads, because there may be something to claim."""
        with self._news:
            self._notifications += 1
            self._news.notify_all()

    def cancel(self, submission_id: int) -> None:
        """Cancel the submission if it runs here."""
        for job in tuple(self._jobs.values()):
            if job.submission.pk == submission_id:
                job.cancel()

    def look_again(self) -> None:
        """Retry at once what could not be assessed here."""
        self._recheck_now.set()

    def running(self) -> Collection[int]:
        """Return the submissions that run here."""
        return tuple(pk for pk, _ in tuple(self._jobs))

    def stop(self) -> None:
        """Claim no more, and requeue at once what is running."""
        self._stopping.set()
        self.submit(0)
        for job in tuple(self._jobs.values()):
            job.stop()
        self._background.stop_all()
        for thread in self._threads:
            thread.join()
        self._watcher.join(_LAST_SECONDS)  # a hanging check ends with this process
        self._writer.stop()
        try:
            leave(self.name)
        except DatabaseError:  # others will notice that the worker is gone
            _log.warning("the row of this worker could not be removed")

    def _try_machine(self) -> None:
        """Check whether this machine can run anything, and let the threads claim if it can."""
        if self.machine.try_out():
            self.submit(0)

    def _watch_machine(self) -> None:
        """Check the machine after failures, in a thread of its own because a check may hang."""
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                had_fault = bool(self.fault)
                try:
                    self.machine.look()
                except Exception as error:
                    log_failure(_log, "the machine could not be checked", error)
                    connection.close()
                if had_fault and not self.fault:
                    self.submit(0)
        finally:
            connection.close()

    def publish(self) -> None:
        """Publish this worker's inabilities, and block what no worker can assess."""
        self._announce()
        block(self.unable)
        self._release_now.set()

    def _announce(self) -> None:
        fault = self.fault or self._find_hang()
        announce(self.name, self._concurrency, fault, self.unable.to_published())

    def _find_hang(self) -> str:
        """Return the fault of a worker whose every slot holds a hanging run; otherwise ""."""
        overdue = [work for work in self._list_current_work() if work.is_overdue]
        for work in overdue:
            if work not in self._logged_overdue:
                _log.error("submission %s: its run should have ended", work.label)
        self._logged_overdue = overdue
        if len(overdue) < self._concurrency:
            return ""
        labels = ", ".join(work.label for work in overdue)
        return (
            f"all runs of this worker should have ended long ago: submissions {labels}\n"
            "find out what they are waiting for, such as a container engine or a disk\n"
            "or restart the worker, which requeues them"
        )

    def _work_until_stopped(self) -> None:
        """Claim and run submissions until the engine stops: the main function of a thread."""
        try:
            while not self._stopping.is_set():
                notifications = self._notifications
                try:
                    if not self._run_next():
                        self._wait_for_news(notifications)
                except Exception as error:  # when its lease expires, the submission is requeued
                    log_failure(_log, "a worker was interrupted", error)
                    connection.close()
                    self._stopping.wait(_PAUSE_SECONDS)
        finally:
            connection.close()

    def _run_next(self) -> bool:
        """Claim a submission, or else a background task, and run it; False if there is neither."""
        with self._claim_lock:
            if self._stopping.is_set() or self.fault:
                return False
            share, exclude = self._share, self.unable.exclusion()
            suspects = self._may_run_suspect
            submission = claim_next(
                self.name,
                background=share.may_claim_background,
                background_first=share.prefers_background,
                suspects=suspects,
                exclude=exclude,
            )
            if submission is None:
                task = self._background.take(suspects=suspects, exclude=exclude)
            else:
                job = self._add_job(submission)
        if submission is not None:
            self._run_job(job)
            return True
        if task is not None:
            self._run_task(task)
        return task is not None

    def _add_job(self, submission: Submission) -> Job:
        is_suspected = is_suspect(submission)  # if this fails, its lease expires
        self._share.record_claim(submission.priority)
        is_try = self.unable.begin_try(submission.activity_id)
        job = Job(submission, self._writer, self, is_try=is_try, is_suspect=is_suspected)
        self._jobs[submission.pk, submission.attempt] = job
        return job

    def _run_job(self, job: Job) -> None:
        submission = job.submission
        try:
            if self._stopping.is_set():  # `stop` may have listed the jobs before this one was added
                job.stop()
            job.run(self._assess, self._find_versions)
        finally:
            with self._claim_lock:
                del self._jobs[submission.pk, submission.attempt]
                self._share.record_end(submission.priority)

    def _run_task(self, task: BackgroundTask) -> None:
        try:
            if self._stopping.is_set():  # as for jobs
                task.stop()
            task.run(self._assess, self._find_versions, self)
        finally:
            with self._claim_lock:
                self._background.release(task)

    @property
    def _may_run_suspect(self) -> bool:
        """Whether this process runs no other submission that a process died with.

        It runs one such submission at a time: otherwise the one that kills processes would make the
        others count losses, too, until all have failed.
        """
        return not any(
            work.is_suspect and not work.is_overdue for work in self._list_current_work()
        )

    def _list_current_work(self) -> tuple[Job | BackgroundTask, ...]:
        return (*tuple(self._jobs.values()), *self._background.tasks)

    def _wait_for_news(self, notifications: int) -> None:
        with self._news:
            self._news.wait_for(
                lambda: self._notifications != notifications or self._stopping.is_set()
            )

    def _do_duties(self) -> None:
        """Do the periodic duties until the engine stops: the main function of a thread."""
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                try:
                    if self._keeper.look():
                        self._announce()
                    self._background.look_after(self.unable)
                    if self.fault:
                        continue
                    self._block_and_release()
                    self._look_for_work()
                except Exception as error:
                    log_failure(_log, "the keeper was interrupted", error)
                    connection.close()
        finally:
            connection.close()

    def _block_and_release(self) -> None:
        """If due, recheck what is missing here, and block or release submissions accordingly."""
        now = time.monotonic()
        is_retry_requested = self._recheck_now.is_set()
        if not is_retry_requested and not self._release_now.is_set() and now < self._release_at:
            return
        self._release_at = now + RELEASE_SECONDS
        self._release_now.clear()
        self._recheck_now.clear()
        if is_retry_asked(self.name) or is_retry_requested:
            self.unable.retry_now()
            self._recheck_at = now
        if now >= self._recheck_at:
            self._recheck_at = now + RECHECK_SECONDS
            recheck(self.unable)
        if self.unable.list_partial():
            self._announce()  # what is due for a try is not published
        release(self.unable)
        if self.unable.list_partial():
            self._announce()
            block(self.unable)

    def _look_for_work(self) -> None:
        """Find work that other processes queued; let it start if only background work runs."""
        suspects, exclude = self._may_run_suspect, self.unable.exclusion()
        if len(self._list_current_work()) >= self._concurrency:
            if self._background.tasks and has_claimable(
                background=False, suspects=suspects, exclude=exclude
            ):
                self._background.make_way()
            return
        if has_claimable(
            background=self._share.may_claim_background, suspects=suspects, exclude=exclude
        ) or self._background.has_work(suspects=suspects, exclude=exclude):
            self.submit(0)
