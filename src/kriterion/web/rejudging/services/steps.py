"""The bounded steps of a re-judging besides the dry run; each is one transaction."""

from collections.abc import Callable

from django.db.models import Q, QuerySet

from kriterion.web.database.write_lock import write_transaction
from kriterion.web.rejudging.models import (
    UNDER_WAY,
    ChangeLevel,
    Proposal,
    ProposalState,
    Rejudging,
    RejudgingState,
)
from kriterion.web.rejudging.services.selection import lock_rejudging, select_batch
from kriterion.web.submissions.services.replace_assessment import (
    BaseAssessment,
    confirm_assessment,
    replace_assessment,
)

APPLIED_AT_ONCE = 25
DELETED_AT_ONCE = 200


def apply_batch(rejudging_id: int) -> None:
    """Apply the next chosen proposals; after the last one, end or wait for another choice.

    A proposal and its submission change in the same transaction, so each is applied once.
    """
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.APPLYING)
        if rejudging is None:
            return
        proposed = Proposal.objects.filter(rejudging=rejudging, state=ProposalState.PROPOSED)
        batch = list(proposed.filter(chosen=True).order_by("pk")[:APPLIED_AT_ONCE])
        for proposal in batch:
            is_applied = _apply(proposal, rejudging.applied_by)
            Proposal.objects.filter(pk=proposal.pk).update(
                state=ProposalState.APPLIED if is_applied else ProposalState.OUTDATED,
                document=b"",
            )
        if len(batch) < APPLIED_AT_ONCE:
            rejudging.state = RejudgingState.READY if proposed.exists() else RejudgingState.APPLIED
            rejudging.save(update_fields=["state"])


def _apply(proposal: Proposal, by: str) -> bool:
    base = BaseAssessment(
        submission_id=proposal.submission_id,
        state=proposal.base_state,
        attempt=proposal.base_attempt,
    )
    if proposal.level == ChangeLevel.NONE:
        return confirm_assessment(base, proposal.versions)
    return replace_assessment(base, bytes(proposal.document), proposal.versions, by=by)


def end_dry_run(rejudging_id: int) -> None:
    """Make a dry run ready for review if nothing of it waits or runs."""
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.RUNNING)
        if rejudging is not None and not find_open_proposals(rejudging_id).exists():
            rejudging.state = RejudgingState.READY
            rejudging.save(update_fields=["state"])


def delete_batch(rejudging_id: int) -> None:
    """Delete the next proposals of a discarded re-judging, except those that were applied."""
    with write_transaction():
        rejudging = lock_rejudging(rejudging_id, RejudgingState.DISCARDING)
        if rejudging is None:
            return
        unapplied = Proposal.objects.filter(rejudging=rejudging).exclude(
            state=ProposalState.APPLIED
        )
        batch = list(unapplied.order_by("pk").values_list("pk", flat=True)[:DELETED_AT_ONCE])
        Proposal.objects.filter(pk__in=batch).delete()
        if len(batch) < DELETED_AT_ONCE:
            rejudging.state = RejudgingState.DISCARDED
            rejudging.save(update_fields=["state"])


STEPS: dict[str, Callable[[int], None]] = {
    RejudgingState.SELECTING: select_batch,
    RejudgingState.RUNNING: end_dry_run,
    RejudgingState.APPLYING: apply_batch,
    RejudgingState.DISCARDING: delete_batch,
}


def find_step() -> tuple[int, Callable[[int], None]] | None:
    """Return a re-judging and the step that is due for it, or None."""
    under_way = Rejudging.objects.filter(state__in=UNDER_WAY, paused=False).order_by("pk")
    for pk, state in under_way.values_list("pk", "state"):
        if state != RejudgingState.RUNNING or not find_open_proposals(pk).exists():
            return pk, STEPS[state]
    return None


def find_open_proposals(rejudging_id: int) -> QuerySet[Proposal]:
    """Return the proposals of a dry run that are not decided yet."""
    is_open = Q(state__in=(ProposalState.WAITING, ProposalState.RUNNING))
    return Proposal.objects.filter(is_open, rejudging=rejudging_id)
