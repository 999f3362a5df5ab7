"""A worker: claims submissions when its engine wakes it, and does the periodic duties."""

import logging
import threading
import time
from collections.abc import Callable, Collection
from types import MappingProxyType

from django.db import DatabaseError, InterfaceError, connection

from kriterion.web.content.content_access import forget_failures
from kriterion.web.database.outage_log import log_failure
from kriterion.web.database.pooled_connection import (
    hold_released,
    release_connection,
    take_precedence,
)
from kriterion.web.submissions.engines.current_engine import current_engine
from kriterion.web.submissions.engines.engine import Engine, Lane
from kriterion.web.submissions.models import Submission
from kriterion.web.submissions.queue.blocked import block, block_for_images, recheck, release
from kriterion.web.submissions.queue.claim import claim_next, has_claimable, is_suspect
from kriterion.web.submissions.queue.inability import MACHINE, NOTHING, Images, Inabilities
from kriterion.web.submissions.queue.needed_images import list_waiting_images, refresh_images
from kriterion.web.submissions.queue.order.image_limits import ImageLimits, list_full_images
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
from kriterion.web.submissions.worker.image_proofs import ImageProofs
from kriterion.web.submissions.worker.job import Assess, Job
from kriterion.web.submissions.worker.keeper import Keeper
from kriterion.web.submissions.worker.live_writer import LiveWriter
from kriterion.web.submissions.worker.machine_faults import MachineFaults
from kriterion.web.submissions.worker.machine_report import describe_machine
from kriterion.web.telemetry.span_names import Attributes, SpanName
from kriterion.web.telemetry.traces import read_clock, record_span

LOOK_SECONDS = 0.25  # between checks for due duties
ANNOUNCE_SECONDS = 10.0  # between reports that this worker is alive
AWAITED_SECONDS = 15.0  # between polls for work that a user waits for, without a wake-up
SOURCES_SECONDS = 20.0  # between polls for other work than submissions, without a wake-up
RECHECK_SECONDS = 20.0  # between checks of what could not be assessed here
RELEASE_SECONDS = 20.0  # between checks of what others could not assess
_LAST_SECONDS = 2.0  # to wait at the end for a running check of the machine
_PAUSE_SECONDS = 1.0  # after an error of the database
_DRAIN_LOOK_SECONDS = 0.1

_log = logging.getLogger(__name__)

MakeProofs = Callable[[Inabilities], ImageProofs]


class SubmissionWorker:
    """Claims up to `slots` submissions at once. Implements Consumer.

    It claims nothing until `prepare` succeeds, nor after a run has shown that this machine cannot
    run anything. Meanwhile it retries `prepare`, and the row of its worker holds the reason.
    """

    def __init__(
        self,
        slots: int,
        *,
        assess: Assess,
        prepare: Callable[[], None] = lambda: None,
        find_versions: FindVersions = find_no_versions,
        make_proofs: MakeProofs | None = None,
        image_limits: ImageLimits = MappingProxyType({}),
        name: str = "",
        engine: Engine | None = None,
    ) -> None:
        """With `make_proofs`, only submissions for proved images are claimed, and no more of an
        image than its limit. `engine` wakes it; by default, the one in the settings.
        """
        self.name = name or name_this_worker()
        self.slots = slots
        self._engine = engine or current_engine()
        self._assess = assess
        self._find_versions = find_versions
        self._image_limits = image_limits
        self.inabilities = Inabilities()
        self.inabilities.record(MACHINE, "the machine has not been checked yet")
        self.machine = MachineFaults(self.inabilities, probe=prepare, announce=self._announce)
        self._proofs = None if make_proofs is None else make_proofs(self.inabilities)
        self._share = Share(slots)
        self._background = BackgroundSlots(self.name, self._share, slots)
        self._jobs: dict[tuple[int, int], Job] = {}  # by submission and attempt
        self._keeper = Keeper(self.name, lambda: tuple(self._jobs.values()))
        self._logged_overdue: list[Job | BackgroundTask] = []
        self._announcing = threading.Lock()  # a report must not replace a newer one
        self._claiming = threading.Condition()  # held while work is claimed; notified when it ends
        self._drained = threading.Event()  # nothing more is claimed
        self._requeues = threading.Event()  # what runs is requeued
        self._stopping = threading.Event()  # nothing runs any more
        self._writer = LiveWriter()
        self._threads = [
            threading.Thread(target=target, name=f"kriterion-{name}", daemon=True)
            for target, name in (
                (self._do_duties, "keeper"),
                (self._block_and_release_regularly, "blocks"),
                (self._watch_machine, "machine"),
                (self._receive_wake_ups, "wake-ups"),
                (self._prove_images, "proofs"),
            )
        ]
        self._refresh_now = threading.Event()
        self._refresh_now.set()
        self._recheck_now = threading.Event()
        self._release_now = threading.Event()
        self._release_at = self._recheck_at = self._announce_at = float("-inf")
        self._next_sources_at = self._images_at = float("-inf")
        self._awaited_at = float("-inf")
        self._has_removed_dead = False

    def start(self) -> None:
        """Start claiming submissions, after requeueing those of dead workers.

        If the connection to the database breaks meanwhile, the threads repeat what failed.
        """
        try:
            self._remove_dead()
            self.machine.try_out()
        except (DatabaseError, InterfaceError) as error:
            log_failure(_log, "the database could not be reached at the start", error)
            connection.close()
        release_connection()
        for thread in self._threads:
            thread.start()

    @property
    def fault(self) -> str:
        """Why nothing can be assessed here; empty if it can."""
        return self.inabilities.fault

    @property
    def is_ready(self) -> bool:
        return not self.fault

    @property
    def background_slots(self) -> int:
        return self._share.max_background

    @property
    def images(self) -> Images:
        """The images for which this worker claims submissions; None for any."""
        return None if self._proofs is None else self._proofs.usable

    def doubt_image(self, name: str) -> None:
        """Prove an image again before it is used: a run in it failed unexplained."""
        if self._proofs is not None:
            self._proofs.doubt(name)

    def cancel(self, submission_id: int) -> None:
        """Cancel the submission if it runs here."""
        for job in tuple(self._jobs.values()):
            if job.submission.pk == submission_id:
                job.cancel()

    def request_recheck(self) -> None:
        """Retry at once what could not be assessed here."""
        self._recheck_now.set()

    def running(self) -> Collection[int]:
        """Return the submissions that run here."""
        return tuple(pk for pk, _ in tuple(self._jobs))

    def drain(self, grace_seconds: float, hurry: threading.Event) -> None:
        """Claim no more, and let runs end until the grace time is over or `hurry` is set."""
        self._drained.set()
        until = time.monotonic() + grace_seconds
        while self._is_working() and (left := until - time.monotonic()) > 0:
            hurry.wait(min(left, _DRAIN_LOOK_SECONDS))
            if hurry.is_set():
                return

    def is_done(self) -> bool:
        """Whether nothing runs here, and nothing waits that could be claimed here now."""
        with hold_released(self._claiming):  # nothing is being claimed meanwhile
            if self._list_current_work():
                return False
            exclude = self.inabilities.make_exclusion()
            images: Images = None
            if self._proofs is not None:  # one that is not proved yet may turn out to work
                images = frozenset(list_waiting_images()) - self.inabilities.list_missing_images()
            return not has_claimable(
                exclude=exclude, images=self._leave_out_full(images)
            ) and not self._background.has_work(suspects=True, exclude=exclude)

    def stop(self) -> None:
        """Claim no more, and requeue at once what is running."""
        self._drained.set()
        # Work that was being claimed is in the lists after this, or sees the event.
        with hold_released(self._claiming):
            self._requeues.set()
        for job in tuple(self._jobs.values()):
            job.stop()
        self._background.stop_all()
        release_connection()
        with self._claiming:
            self._claiming.wait_for(lambda: not self._list_current_work())
        self._stopping.set()
        for thread in self._threads:
            # A hanging check of the machine, or of what carries wake-ups, ends with this process.
            thread.join(None if thread in self._threads[:2] else _LAST_SECONDS)
        self._writer.stop()
        try:
            leave(self.name)
        except DatabaseError:  # others will notice that the worker is gone
            _log.warning("the row of this worker could not be removed")

    def _remove_dead(self) -> None:
        """Remove dead workers, and requeue what they ran."""
        remove_gone_workers()
        self._keeper.reap_dead()
        self._has_removed_dead = True

    def _receive_wake_ups(self) -> None:
        self._engine.work(self, self._drained)

    def _offer_all(self) -> None:
        """Wake the slots: something here may be claimed now that could not be before."""
        for lane in Lane:
            self._engine.offer(lane)

    def _watch_machine(self) -> None:
        """Check the machine after failures, in a thread of its own because a check may hang."""
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                had_fault = bool(self.fault)
                try:
                    self.machine.check_if_due()
                    if had_fault and not self.fault:
                        self._offer_all()
                except Exception as error:
                    log_failure(_log, "the machine could not be checked", error)
                    connection.close()
                release_connection()
        finally:
            connection.close()

    def _prove_images(self) -> None:
        """Update the images of submissions, and prove due ones: the main function of a thread."""
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                try:
                    if not self.fault:
                        self._prove_next_image()
                except Exception as error:
                    log_failure(_log, "the images could not be proved", error)
                    connection.close()
                release_connection()
        finally:
            connection.close()

    def _prove_next_image(self) -> None:
        now = time.monotonic()
        if self._refresh_now.is_set():
            self._refresh_now.clear()
            refresh_images(Submission.objects.all())
            self._images_at = now
        if self._proofs is None:
            return
        if now >= self._images_at:
            self._proofs.update(list_waiting_images())
            self._images_at = now + RELEASE_SECONDS
        if self._proofs.prove_next(self._requeues):
            self.publish()
            self._offer_all()

    def publish(self) -> None:
        """Publish this worker's inabilities, and block what no worker can assess."""
        self._announce()
        block(self.inabilities)
        block_for_images(self.inabilities)
        self._release_now.set()

    def _announce(self) -> None:
        with hold_released(self._announcing):
            announce(
                self.name,
                self.slots,
                self.fault or self._find_hang(),
                self.inabilities.to_json(),
                proofs=() if self._proofs is None else self._proofs.to_json(),
                report=describe_machine(),
            )

    def _find_hang(self) -> str:
        """Return the fault of a worker whose every slot holds a hanging run; otherwise ""."""
        overdue = [work for work in self._list_current_work() if work.is_overdue]
        for work in overdue:
            if work not in self._logged_overdue:
                _log.error("submission %s: its run should have ended", work.label)
        self._logged_overdue = overdue
        if len(overdue) < self.slots:
            return ""
        labels = ", ".join(work.label for work in overdue)
        return (
            f"all runs of this worker should have ended long ago: submissions {labels}\n"
            "find out what they are waiting for, such as a container engine or a disk\n"
            "or restart the worker, which requeues them"
        )

    def take(self, on_claim: Callable[[], object] = lambda: None) -> bool:
        """Claim a submission, or else a background task, and run it; False if there is neither."""
        try:
            return self._run_next(on_claim)
        except Exception as error:  # when its lease expires, the submission is requeued
            log_failure(_log, "a worker was interrupted", error)
            connection.close()
            self._drained.wait(_PAUSE_SECONDS)
            return True

    def has_work(self, lane: Lane) -> bool:
        """Whether any worker could claim something now."""
        images = self._leave_out_full(None)
        if lane is Lane.LIVE:
            return has_claimable(background=False, images=images) or self._has_awaited_work()
        return has_claimable(live=False, images=images) or self._has_other_work()

    def _leave_out_full(self, images: Images) -> Images:
        """Return the images of which more may run now; None for any."""
        full = list_full_images(self._image_limits)
        if not full:
            return images
        return frozenset(list_waiting_images() if images is None else images) - full

    def _has_awaited_work(self) -> bool:
        now = time.monotonic()
        if now < self._awaited_at:
            return False
        has_work = self._background.has_awaited_work(suspects=True, exclude=NOTHING)
        self._awaited_at = now + (0 if has_work else AWAITED_SECONDS)
        return has_work

    def _has_other_work(self) -> bool:
        now = time.monotonic()
        if now < self._next_sources_at:
            return False
        has_work = self._background.has_unawaited_work(suspects=True, exclude=NOTHING)
        # There may be more than one piece of work: look again soon.
        self._next_sources_at = now + (0 if has_work else SOURCES_SECONDS)
        return has_work

    def _run_next(self, on_claim: Callable[[], object]) -> bool:
        with hold_released(self._claiming):
            if self._drained.is_set() or self.fault:
                return False
            share, exclude = self._share, self.inabilities.make_exclusion()
            suspects = self._may_run_suspect
            began = read_clock()
            is_awaited = self._background.has_awaited_work(suspects=suspects, exclude=exclude)
            if is_awaited:
                self._awaited_at = 0.0  # more may wait
            submission = claim_next(
                self.name,
                background=share.may_claim_background and not is_awaited,
                background_first=share.prefers_background,
                suspects=suspects,
                exclude=exclude,
                images=self.images,
                image_limits=self._image_limits,
            )
            if submission is None:
                task = self._background.take(suspects=suspects, exclude=exclude)
            else:
                job = self._add_job(submission)
        if submission is not None:
            _trace_claim(submission, began)
            self._run_job(job, on_claim)
            return True
        if task is not None:
            self._run_task(task, on_claim)
        return task is not None

    def _add_job(self, submission: Submission) -> Job:
        is_suspected = is_suspect(submission)  # if this fails, its lease expires
        self._share.record_claim(submission.priority)
        is_try = self.inabilities.begin_try(submission.activity_id)
        job = Job(submission, self._writer, self, is_try=is_try, is_suspect=is_suspected)
        self._jobs[submission.pk, submission.attempt] = job
        return job

    def _run_job(self, job: Job, on_claim: Callable[[], object]) -> None:
        submission = job.submission
        try:
            on_claim()
            if self._requeues.is_set():  # `stop` may have listed the jobs before this one was added
                job.stop()
            job.run(self._assess, self._find_versions)
        finally:
            with hold_released(self._claiming):
                del self._jobs[submission.pk, submission.attempt]
                self._share.record_end(submission.priority)
                self._claiming.notify_all()

    def _run_task(self, task: BackgroundTask, on_claim: Callable[[], object]) -> None:
        self._next_sources_at = float("-inf")  # there may be more for other slots
        try:
            on_claim()
            if self._requeues.is_set():  # as for jobs
                task.stop()
            task.run(self._assess, self._find_versions, self)
        finally:
            with hold_released(self._claiming):
                self._background.release(task)
                self._claiming.notify_all()

    @property
    def _may_run_suspect(self) -> bool:
        """Whether this process runs no other submission that a process died with.

        It runs one such submission at a time: otherwise the one that kills processes would make the
        others count losses, too, until all have failed.
        """
        return not any(
            work.is_suspect and not work.is_overdue for work in self._list_current_work()
        )

    def _is_working(self) -> bool:
        with hold_released(self._claiming):  # what is being claimed counts
            return bool(self._list_current_work())

    def _list_current_work(self) -> tuple[Job | BackgroundTask, ...]:
        return (*tuple(self._jobs.values()), *self._background.tasks)

    def _do_duties(self) -> None:
        """Do the periodic duties until the engine stops: the main function of a thread."""
        take_precedence()  # leases expire
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                try:
                    self._keeper.do_duties()
                    if not self._has_removed_dead:
                        self._remove_dead()
                    if time.monotonic() >= self._announce_at:
                        self._announce_at = time.monotonic() + ANNOUNCE_SECONDS
                        self._announce()
                    self._background.do_duties(self.inabilities)
                    if not self.fault:
                        self._make_way()
                except Exception as error:
                    log_failure(_log, "the keeper was interrupted", error)
                    connection.close()
                release_connection()
        finally:
            connection.close()

    def _block_and_release_regularly(self) -> None:
        """Block and release submissions: the main function of a thread.

        It is not the keeper's, because leases would expire while thousands are blocked.
        """
        try:
            while not self._stopping.wait(LOOK_SECONDS):
                try:
                    if not self.fault:
                        self._block_and_release()
                except Exception as error:
                    log_failure(_log, "submissions could not be blocked or released", error)
                    connection.close()
                release_connection()
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
            forget_failures()
            self.inabilities.retry_now()
            if self._proofs is not None:
                self._proofs.retry_now()
            self._refresh_now.set()
            self._recheck_at = now
        if now >= self._recheck_at:
            self._recheck_at = now + RECHECK_SECONDS
            recheck(self.inabilities, proves_images=self._proofs is not None)
        if self.inabilities.list_partial():
            self._announce()  # what is due for a try is not published
        release(self.inabilities, self.images)
        if self.inabilities.list_partial():
            self._announce()
            block(self.inabilities)
            block_for_images(self.inabilities)

    def _make_way(self) -> None:
        """Stop a background task if all slots are taken and a user waits."""
        if not self._background.tasks or len(self._list_current_work()) < self.slots:
            return
        if has_claimable(
            background=False,
            suspects=self._may_run_suspect,
            exclude=self.inabilities.make_exclusion(),
            images=self._leave_out_full(self.images),
        ):
            self._background.make_way()


def _trace_claim(submission: Submission, began: int) -> None:
    attributes: Attributes = {
        "kriterion.attempt": submission.attempt,
        "kriterion.image": submission.image,
    }
    if submission.started_at is not None:  # set by the claim
        record_span(
            submission,
            SpanName.QUEUED,
            submission.created_at,
            submission.started_at,
            attributes=attributes,
        )
    record_span(submission, SpanName.CLAIM, began, attributes=attributes)
