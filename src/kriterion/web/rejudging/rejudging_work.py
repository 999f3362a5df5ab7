"""The work of re-judgings as workers see it: steps, and attempts at proposals."""

import logging
import threading
import time
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial
from typing import Protocol

from django.db.models import Exists, OuterRef

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.catalog.models import Activity
from kriterion.web.database.pooled_connection import release_connection
from kriterion.web.rejudging.models import Proposal, ProposalState, RejudgingTools
from kriterion.web.rejudging.reaper import ProposalReaper
from kriterion.web.rejudging.services.dry_run import (
    claim_proposal,
    filter_claimable,
    is_assessed,
    is_claimed,
    list_running_rejudgings,
    mark_outdated,
    record_failure,
    renew,
    requeue_proposal,
    store_proposal,
)
from kriterion.web.rejudging.services.selection import select_versions
from kriterion.web.rejudging.services.steps import find_step, measure_dry_runs
from kriterion.web.submissions.models import Assessment, Submission
from kriterion.web.submissions.queue.assessing import analyze_submission
from kriterion.web.submissions.queue.blocked import (
    find_unassessable,
    is_for_operator,
    record_missing_part,
)
from kriterion.web.submissions.queue.error_text import describe_error
from kriterion.web.submissions.queue.inability import Exclusion, Inabilities
from kriterion.web.submissions.queue.lease_reaper import is_suspect
from kriterion.web.submissions.queue.leases import RENEW_SECONDS
from kriterion.web.submissions.queue.store_outcome import AWAY, store_with_retries
from kriterion.web.submissions.queue.tool_versions import FindVersions
from kriterion.web.submissions.worker.background_work import BackgroundTask, StoppableTask
from kriterion.web.submissions.worker.job import Assess, JobWorker, needs_missing_part
from kriterion_tools.contracts.dodona_judge.live_changes import Change
from kriterion_tools.errors import KriterionError

FAILED_AT_ONCE = 1_000
_DATABASE_PAUSE = timedelta(seconds=2)  # after the database was away during an attempt

_log = logging.getLogger(__name__)


class Analyze(Protocol):
    """Analyzes and represents an assessed submission again, as `analyze_submission` does."""

    def __call__(
        self,
        submission: Submission,
        record: AssessmentRecord,
        *,
        represents_only: bool,
        stopped: threading.Event,
    ) -> AssessmentRecord: ...


class StepTask:
    """A bounded step of a re-judging: one transaction."""

    is_suspect = False
    is_overdue = False
    is_stopped = False

    def __init__(
        self, rejudging_id: int, step: Callable[[int], None], end: Callable[[int], None]
    ) -> None:
        """`end` is called after the step, whether it succeeds or not."""
        self.rejudging_id = rejudging_id
        self.label = f"of re-judging {rejudging_id}"
        self._step = step
        self._end = end

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        try:
            self._step(self.rejudging_id)
        finally:
            self._end(self.rejudging_id)

    def stop(self) -> None:
        """Do nothing: a step is short."""


class ProposalTask(StoppableTask):
    """One attempt at a proposal: assess its submission, and store what was found."""

    def __init__(self, proposal: Proposal, analyze: Analyze) -> None:
        super().__init__()
        self.proposal = proposal
        self._analyze = analyze
        self.label = f"{proposal.submission_id} (re-judged)"
        self.is_suspect = is_suspect(proposal)

    def run(self, assess: Assess, find_versions: FindVersions, worker: JobWorker) -> None:
        submission, proposal = self.proposal.submission, self.proposal
        if not is_assessed(submission):
            self._store(lambda: mark_outdated(proposal))
            return
        is_try = worker.inabilities.begin_try(submission.activity_id)
        if not is_try and needs_missing_part(worker.inabilities, submission.activity):
            self._store(lambda: requeue_proposal(proposal))
            return
        try:
            if proposal.rejudging.tools == RejudgingTools.ALL:
                versions = find_versions(submission)
                release_connection()  # this process has fewer than slots
                record = assess(submission, watch=_ignore, stopped=self._stopped)
                self._store(lambda: store_proposal(proposal, record, versions))
            else:
                self._run_analysis(find_versions)
            worker.machine.clear_excuses(submission.pk)
            if worker.inabilities.record_success(submission.activity_id):
                worker.publish()
        except Exception as error:
            self._fail(error, worker)

    def _run_analysis(self, find_versions: FindVersions) -> None:
        """Run the tools after the judge, and keep what it found."""
        proposal, tools = self.proposal, self.proposal.rejudging.tools
        current = Assessment.objects.filter(submission=proposal.submission_id).first()
        if current is None:
            self._store(lambda: mark_outdated(proposal))
            return
        installed = find_versions(proposal.submission)
        record = self._analyze(
            proposal.submission,
            current.record,
            represents_only=tools == RejudgingTools.REPRESENTER,
            stopped=self._stopped,
        )
        others = {
            name: version
            for name, version in current.versions.items()
            if name not in select_versions(current.versions, tools)
        }
        versions = others | select_versions(installed, tools)
        self._store(lambda: store_proposal(proposal, record, versions, made_from=current.attempt))

    def _fail(self, error: Exception, worker: JobWorker) -> None:
        """End an attempt without a result: it was stopped, or something failed."""
        proposal = self.proposal
        if self._stopped.is_set():
            self._store(lambda: requeue_proposal(proposal))
            return
        is_expected = isinstance(error, (KriterionError, *AWAY))
        unexpected = None if is_expected else error  # logged with its traceback
        _log.error(
            "submission %s: attempt %d: %s",
            self.label,
            proposal.attempt,
            error,
            exc_info=unexpected,
        )
        if isinstance(error, AWAY):
            self._store(lambda: requeue_proposal(proposal, after=_DATABASE_PAUSE))
        elif worker.machine.excuse(proposal.submission_id, error):
            self._store(lambda: requeue_proposal(proposal))
        elif is_for_operator(error) and record_missing_part(
            worker.inabilities, proposal.submission.activity, error
        ):
            self._store(lambda: requeue_proposal(proposal))
            worker.publish()
        else:
            self._store(lambda: record_failure(proposal, describe_error(error)))

    def _store(self, write: Callable[[], bool]) -> None:
        store_with_retries(write, ending=self._stopped, is_well=lambda: renew((self.proposal,)))


class RejudgingWork:
    """The source of these tasks for one process. Implements BackgroundWork."""

    is_awaited = False

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        analyze: Analyze = analyze_submission,
    ) -> None:
        self._monotonic = monotonic
        self._analyze = analyze
        self._reaper = ProposalReaper(monotonic)
        self._renewed_at = float("-inf")
        self._last_claimed = self._last_stepped = 0  # re-judgings; they take turns
        self._was_step = False
        self._has_claimed = False  # since the last measurement, or it still runs
        # A second step of the same re-judging would only wait for its row, and occupy a slot.
        self._stepping: set[int] = set()

    def has_work(self, *, suspects: bool, exclude: Exclusion) -> bool:
        return find_step(but=tuple(self._stepping)) is not None or any(
            filter_claimable(pk, suspects=suspects, exclude=exclude).exists()
            for pk in list_running_rejudgings()
        )

    def take(self, worker: str, *, suspects: bool, exclude: Exclusion) -> BackgroundTask | None:
        """Take a step and a proposal in turns, so that neither holds up the other."""
        self._was_step = not self._was_step
        takers = (self._take_step, partial(self._take_proposal, worker, suspects, exclude))
        for take in takers if self._was_step else reversed(takers):
            task = take()
            if task is not None:
                return task
        return None

    def _take_step(self) -> BackgroundTask | None:
        found = find_step(self._last_stepped, but=tuple(self._stepping))
        if found is None:
            return None
        self._last_stepped = found[0]
        self._stepping.add(found[0])
        return StepTask(*found, end=self._stepping.discard)

    def _take_proposal(
        self, worker: str, suspects: bool, exclude: Exclusion
    ) -> BackgroundTask | None:
        running = list_running_rejudgings()
        for pk in sorted(running, key=lambda pk: (pk <= self._last_claimed, pk)):
            proposal = claim_proposal(worker, pk, suspects=suspects, exclude=exclude)
            if proposal is not None:
                self._last_claimed = pk
                self._has_claimed = True
                return ProposalTask(proposal, self._analyze)
        return None

    def do_duties(
        self, worker: str, inabilities: Inabilities, tasks: Collection[BackgroundTask]
    ) -> None:
        runs = [task for task in tasks if isinstance(task, ProposalTask)]
        # Normally their end removes them; a task that was never run has none.
        self._stepping &= {task.rejudging_id for task in tasks if isinstance(task, StepTask)}
        now = self._monotonic()
        if now - self._renewed_at >= RENEW_SECONDS:
            self._renewed_at = now
            renew([task.proposal for task in runs])
            if self._has_claimed:  # an idle worker leaves it to the others
                measure_dry_runs()
                self._has_claimed = bool(runs)
            if inabilities.list_partial():
                fail_unassessable(inabilities)
        for task in runs:
            if not is_claimed(task.proposal):
                task.stop()
        self._reaper.reap_if_due()


def fail_unassessable(inabilities: Inabilities) -> None:
    """End proposals that no live worker can assess, so that the dry run ends.

    The teacher can have them retried when the operator has installed what is missing. It ends some
    at a time: this is called every few seconds.
    """
    waiting = Proposal.objects.filter(
        rejudging__in=list_running_rejudgings(), state=ProposalState.WAITING
    )
    theirs = waiting.filter(activity=OuterRef("pk"))
    for unassessable in find_unassessable(inabilities, Activity.objects.filter(Exists(theirs))):
        rows = waiting.filter(activity=unassessable.activity)
        batch = list(rows.order_by("pk").values_list("pk", flat=True)[:FAILED_AT_ONCE])
        Proposal.objects.filter(pk__in=batch, state=ProposalState.WAITING).update(
            state=ProposalState.FAILED, failure=unassessable.failure
        )


def _ignore(change: Change) -> None:
    """Ignore live feedback: no one watches a dry run."""
