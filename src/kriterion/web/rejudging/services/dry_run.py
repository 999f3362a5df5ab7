"""The queue of the dry run: claim proposals, and store how an attempt at one ended.

Each function writes only while the attempt is the newest, and returns whether it wrote.
"""

import logging
from collections.abc import Collection, Mapping
from datetime import timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from kriterion.assessment.assessment_record import AssessmentRecord
from kriterion.web.catalog.models import Activity
from kriterion.web.database import database_clock as clock
from kriterion.web.database.storable import make_storable
from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import Proposal, ProposalState, Rejudging, RejudgingState
from kriterion.web.rejudging.services.assessment_differences import find_difference
from kriterion.web.submissions.models import Assessment, Submission
from kriterion.web.submissions.queue import leases
from kriterion.web.submissions.queue.attempt_conclusion import BACK_OFF, MAX_LOSSES, UNCLAIMED
from kriterion.web.submissions.queue.inability import Exclusion
from kriterion.web.submissions.queue.lease_reaper import NO_LOSSES, UNSUSPICIOUS, count_loss
from kriterion.web.submissions.services.replace_assessment import (
    ASSESSED_STATES,
    BaseAssessment,
    lock_base,
)

_ANY_ROW = Q()
_log = logging.getLogger(__name__)


def list_running_rejudgings() -> list[int]:
    """Return the ids of the re-judgings whose dry run is under way, oldest first."""
    running = Rejudging.objects.filter(state=RejudgingState.RUNNING, paused=False)
    return list(running.order_by("pk").values_list("pk", flat=True))


def claim_proposal(
    worker: str, rejudging_id: int, *, suspects: bool, exclude: Exclusion
) -> Proposal | None:
    """Claim the next proposal of a dry run as a new attempt of that worker; None if there
    is none.
    """
    ready = filter_claimable(rejudging_id, suspects=suspects, exclude=exclude)
    if not ready.exists():  # so that no lock is taken
        return None
    with write_transaction():
        locked = ready.select_for_update(skip_locked=True, of=("self",))
        chosen = locked.order_by("pk").values_list("pk", flat=True).first()
        if chosen is None:
            return None
        Proposal.objects.filter(pk=chosen).update(
            state=ProposalState.RUNNING,
            attempt=F("attempt") + 1,
            worker=worker,
            lease_until=clock.after(leases.LEASE),
            not_before=None,
        )
    return Proposal.objects.select_related("rejudging", "submission__activity__repository").get(
        pk=chosen
    )


def filter_claimable(
    rejudging_id: int, *, suspects: bool, exclude: Exclusion
) -> QuerySet[Proposal]:
    """Return proposals of a re-judging that may be claimed; arguments as for `claim_next`.

    If a worker leaves some exercises to others, only proposals of one exercise that it can assess
    are returned, so that it need not read a million of the others.
    """
    is_due = Q(not_before=None) | Q(not_before__lte=clock.now())
    ready = Proposal.objects.filter(is_due, rejudging=rejudging_id, state=ProposalState.WAITING)
    if not suspects:
        ready = ready.filter(UNSUSPICIOUS)
    if not exclude:
        return ready
    allowed = Activity.objects.exclude(
        Q(pk__in=exclude.activities) | Q(repository__in=exclude.repositories)
    )
    with_work = allowed.filter(Exists(ready.filter(activity=OuterRef("pk"))))
    return ready.filter(activity=with_work.order_by("pk").values_list("pk", flat=True).first())


def store_proposal(
    proposal: Proposal,
    record: AssessmentRecord,
    versions: Mapping[str, str],
    *,
    made_from: int | None = None,
) -> bool:
    """Store the result of an attempt; mark the proposal outdated if its submission has changed.

    The result counts even after the lease expired, as long as no other attempt has begun. If
    the record keeps parts of an older assessment, `made_from` is the attempt of that.
    """
    document = Assessment.packed(record)
    submission = Submission.objects.defer("files").filter(pk=proposal.submission_id).first()
    if submission is None:
        return False
    base = BaseAssessment(
        submission_id=submission.pk, state=submission.state, attempt=submission.attempt
    )
    current = Assessment.objects.filter(submission=submission).first()
    difference = find_difference(
        submission,
        None if current is None else current.record,
        Assessment.unpacked(document),  # as it will be applied
    )
    open_states = (ProposalState.RUNNING, ProposalState.WAITING)
    with write_transaction():
        unchanged = made_from in (None, base.attempt) and lock_base(base) is not None
        return bool(
            _select_attempt_row(proposal)
            .filter(state__in=open_states)
            .update(
                state=ProposalState.PROPOSED if unchanged else ProposalState.OUTDATED,
                not_before=None,
                failure="",
                base_state=base.state,
                base_attempt=base.attempt,
                level=difference.level,
                changes=list(difference.changes),
                before=difference.before,
                after=difference.after,
                versions=dict(versions),
                document=document if unchanged and difference.changes else b"",
                **NO_LOSSES,
                **UNCLAIMED,
            )
        )


def mark_outdated(proposal: Proposal) -> bool:
    """End an attempt without a run: the submission is no longer assessed."""
    outdated = _select_claimed_row(proposal).update(state=ProposalState.OUTDATED, **UNCLAIMED)
    return bool(outdated)


def is_assessed(submission: Submission) -> bool:
    return submission.state in ASSESSED_STATES


def requeue_proposal(proposal: Proposal, *, after: timedelta | None = None) -> bool:
    """Requeue an attempt without counting a failure."""
    requeued = _select_claimed_row(proposal).update(
        state=ProposalState.WAITING,
        not_before=None if after is None else clock.after(after),
        **UNCLAIMED,
    )
    return bool(requeued)


def record_failure(proposal: Proposal, failure: str) -> bool:
    """Count a failure of the machine, and retry after a pause or, after the last pause, give up."""
    failures = proposal.failures + 1
    is_over = failures > len(BACK_OFF)
    pause = None if is_over else clock.after(BACK_OFF[failures - 1])
    recorded = _select_claimed_row(proposal).update(
        state=ProposalState.FAILED if is_over else ProposalState.WAITING,
        failures=failures,
        failure=make_storable(failure),
        not_before=pause,
        **UNCLAIMED,
    )
    return bool(recorded)


def record_death(proposal: Proposal, *, is_silent: bool = False, only_if: Q = _ANY_ROW) -> bool:
    """Count the loss of the process that ran this proposal; retry it, up to a limit.

    `is_silent`: the process is only presumed dead.
    """
    number, counted, message = count_loss(proposal, is_silent=is_silent)
    recorded = (
        _select_claimed_row(proposal)
        .filter(only_if)
        .update(
            state=ProposalState.FAILED if number >= MAX_LOSSES else ProposalState.WAITING,
            failure=make_storable(message),
            **counted,
            **UNCLAIMED,
        )
    )
    return bool(recorded)


def renew(proposals: Collection[Proposal]) -> None:
    """Extend the leases of this process's attempts."""
    for proposal in proposals:
        _select_claimed_row(proposal).update(lease_until=clock.after(leases.LEASE))


def is_claimed(proposal: Proposal) -> bool:
    """Whether the attempt still owns the row, and its re-judging has not ended."""
    going_on = Q(rejudging__state=RejudgingState.RUNNING, rejudging__paused=False)
    return _select_claimed_row(proposal).filter(going_on).exists()


def _select_claimed_row(proposal: Proposal) -> QuerySet[Proposal]:
    return _select_attempt_row(proposal).filter(state=ProposalState.RUNNING)


def _select_attempt_row(proposal: Proposal) -> QuerySet[Proposal]:
    return Proposal.objects.filter(pk=proposal.pk, attempt=proposal.attempt)
