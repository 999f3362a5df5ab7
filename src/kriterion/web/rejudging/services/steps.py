"""The bounded steps of a re-judging besides the dry run; each is one transaction."""

from collections import Counter
from collections.abc import Callable, Collection

from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import (
    UNDER_WAY,
    ApplicationMode,
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingState,
)
from kriterion.web.rejudging.services.proposal_counts import (
    count_batch,
    count_decided,
    find_open_proposals,
    is_measurement_due,
    make_count_key,
    measure,
    sum_counts,
)
from kriterion.web.rejudging.services.selection import lock_rejudging, select_batch
from kriterion.web.submissions.queue.lease_reaper import NO_LOSSES
from kriterion.web.submissions.services.replace_assessment import (
    BaseAssessment,
    confirm_assessment,
    replace_assessment,
)

APPLIED_AT_ONCE = 25
DELETED_AT_ONCE = 200
RETRIED_AT_ONCE = 500

_UNAPPLIED = tuple(state for state in ProposalState if state != ProposalState.APPLIED)


def apply_batch(rejudging_id: int) -> None:
    """Apply the next proposals; after the last one, end or wait for another choice.

    A proposal and its submission change in the same transaction, so each is applied once.
    """
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.APPLYING)
        if rejudging is None:
            return
        batch = _find_next_to_apply(rejudging)
        counts = Counter(rejudging.counts)
        for proposal in batch:
            is_applied = _apply(proposal, rejudging.applied_by)
            state = ProposalState.APPLIED if is_applied else ProposalState.OUTDATED
            Proposal.objects.filter(pk=proposal.pk).update(state=state, document=b"")
            counts[make_count_key(ProposalState.PROPOSED, proposal.level)] -= 1
            counts[make_count_key(state, proposal.level)] += 1
            rejudging.applied_up_to = proposal.pk
        rejudging.applied += len(batch)
        rejudging.counts = dict(+counts)
        if len(batch) < APPLIED_AT_ONCE:
            _end_level(rejudging)
        measure(rejudging, rejudging.applied)
        rejudging.save(update_fields=_CHANGED)


_CHANGED = (
    *("state", "counts", "counted_up_to", "total", "retrying"),
    *("applied", "applied_up_to", "apply_level", "measured_at", "measured_done", "rate"),
)


def _find_next_to_apply(rejudging: Rejudging) -> list[Proposal]:
    proposed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.PROPOSED)
    if rejudging.application == ApplicationMode.CHOSEN:
        rows = proposed.filter(chosen=True)
    else:
        rows = proposed.filter(level=rejudging.apply_level, pk__gt=rejudging.applied_up_to)
    return list(rows.order_by("pk")[:APPLIED_AT_ONCE])


def _end_level(rejudging: Rejudging) -> None:
    """Continue with the proposals that change less, or end."""
    if rejudging.application == ApplicationMode.ALL and rejudging.apply_level > ChangeLevel.NONE:
        rejudging.apply_level -= 1
        rejudging.applied_up_to = 0
        return
    proposed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.PROPOSED)
    if proposed.exists():
        rejudging.state = RejudgingState.READY
    else:
        rejudging.state = RejudgingState.APPLIED


def _apply(proposal: Proposal, by: str) -> bool:
    base = BaseAssessment(
        submission_id=proposal.submission_id,
        state=proposal.base_state,
        attempt=proposal.base_attempt,
    )
    if proposal.level == ChangeLevel.NONE:
        return confirm_assessment(base, proposal.versions)
    return replace_assessment(base, bytes(proposal.document), proposal.versions, by=by)


def advance_dry_run(rejudging_id: int) -> None:
    """Count what was decided, and make a dry run ready for review if nothing waits or runs."""
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.RUNNING)
        if rejudging is None:
            return
        if rejudging.retrying:
            _retry_batch(rejudging)
        elif count_batch(rejudging):
            rejudging.state = RejudgingState.READY
            rejudging.total = sum(rejudging.counts.values())  # fewer if submissions were deleted
        measure(rejudging, sum(count_decided(rejudging).values()))
        rejudging.save(update_fields=_CHANGED)


def _retry_batch(rejudging: Rejudging) -> None:
    """Queue the next proposals again that failed; after the last ones, count from the start."""
    failed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.FAILED)
    batch = list(failed.order_by("level", "pk").values_list("pk", flat=True)[:RETRIED_AT_ONCE])
    failed.filter(pk__in=batch).update(
        state=ProposalState.WAITING, failures=0, failure="", not_before=None, **NO_LOSSES
    )
    rejudging.counts, rejudging.counted_up_to = {}, 0
    rejudging.retrying = len(batch) == RETRIED_AT_ONCE


def delete_batch(rejudging_id: int) -> None:
    """Delete the next proposals of a discarded re-judging, except those that were applied."""
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.DISCARDING)
        if rejudging is None:
            return
        counts = Counter(rejudging.counts)
        rejudging.counts = {
            key: number for key, number in counts.items() if key.startswith(ProposalState.APPLIED)
        }
        rejudging.total = sum_counts(counts, (ProposalState.APPLIED,))
        if not delete_proposals(rejudging_id, _UNAPPLIED):
            rejudging.state = RejudgingState.DISCARDED
        rejudging.save(update_fields=_CHANGED)


def delete_proposals(rejudging_id: int, states: tuple[str, ...]) -> int:
    """Delete some proposals in one of the states; return their number, 0 if none is left."""
    for state in states:  # so that an index finds them
        rows = Proposal.objects.filter(rejudging=rejudging_id, state=state)
        batch = list(rows.order_by("level", "pk").values_list("pk", flat=True)[:DELETED_AT_ONCE])
        if batch:
            Proposal.objects.filter(pk__in=batch).delete()
            return len(batch)
    return 0


Step = Callable[[int], None]
STEPS: dict[str, Step] = {
    RejudgingState.SELECTING: select_batch,
    RejudgingState.RUNNING: advance_dry_run,
    RejudgingState.APPLYING: apply_batch,
    RejudgingState.DISCARDING: delete_batch,
}


def find_step(after: int = 0, *, but: Collection[int] = ()) -> tuple[int, Step] | None:
    """Return a re-judging and the step that is due for it, or None.

    Re-judgings after the one with the id `after` come first, so that they take turns; those in
    `but` are left out.
    """
    under_way = Rejudging.objects.filter(state__in=UNDER_WAY, paused=False).exclude(pk__in=but)
    rows = under_way.order_by("pk").values_list("pk", "state", "retrying")
    for pk, state, retrying in sorted(rows, key=lambda row: (row[0] <= after, row[0])):
        is_running = state == RejudgingState.RUNNING
        if not is_running or retrying or not find_open_proposals(pk).exists():
            return pk, STEPS[state]
    return None


def measure_dry_runs() -> None:
    """Count recent results, one batch for each dry run whose counts are due."""
    running = Rejudging.objects.filter(state=RejudgingState.RUNNING, paused=False)
    for pk in list(running.filter(is_measurement_due).values_list("pk", flat=True)):
        advance_dry_run(pk)
