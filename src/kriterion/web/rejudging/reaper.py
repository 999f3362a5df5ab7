"""Queue the proposals of workers that died or are silent again."""

from collections.abc import Callable

from django.db.models import QuerySet

from kriterion.web.rejudging.models import Proposal, ProposalState
from kriterion.web.rejudging.services.dry_run import record_death, requeue_proposal
from kriterion.web.submissions.queue.lease_reaper import LeaseReaper


class ProposalReaper(LeaseReaper[Proposal]):
    """Looks for attempts at proposals whose worker can no longer renew its lease."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        super().__init__(
            monotonic,
            list_running=_select_running_proposals,
            record_death=record_death,
            requeue=requeue_proposal,
        )


def _select_running_proposals() -> QuerySet[Proposal]:
    return Proposal.objects.filter(state=ProposalState.RUNNING).defer("document")
